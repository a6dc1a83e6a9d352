/** As many of the items as fit into the characters, joined, with the number of those that do not. */
export function inventory(items: readonly string[], most: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const item of items) {
    length += item.length + 2;
    if (length > most) break;
    shown.push(item);
  }
  const rest = items.length - shown.length;
  if (rest === 0) return shown.join(", ");
  return shown.length === 0 ? `${rest} in all` : `${shown.join(", ")} and ${rest} more`;
}

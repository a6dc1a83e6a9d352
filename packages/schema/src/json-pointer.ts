/** The JSON Pointer of a path of keys. */
export function pointerOf(keys: readonly (string | number)[]): string {
  let pointer = "";
  for (const key of keys) pointer += `/${pointerToken(key)}`;
  return pointer;
}

/** One reference token of a JSON Pointer, escaped (RFC 6901, section 3). */
export function pointerToken(key: string | number): string {
  if (typeof key === "number") return String(key);
  return key.includes("~") || key.includes("/") ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

/** The keys that a JSON Pointer names, unescaped. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

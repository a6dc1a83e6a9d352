/** The line end that a text has. */
export function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** The text with these lines behind a blank one at its end. */
export function appendBlock(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  const block = lines.join(eol) + eol;
  if (text.trim() === "") return block;
  const gap = text.endsWith(eol + eol) ? "" : text.endsWith("\n") ? eol : eol + eol;
  return text + gap + block;
}

/** The text without the blank line that `appendBlock` put before a block which is gone. */
export function withoutGap(text: string): string {
  return text.replace(/(\r?\n)\r?\n$/, "$1");
}

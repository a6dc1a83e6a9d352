/** A part of a document that stands for itself. */
export interface Passage {
  /** The heading that it stands under, or the one before. */
  readonly heading: string;
  readonly text: string;
  /** The number of its first line, from 1. */
  readonly line: number;
}

/** A paragraph more begins a new passage from here on, in characters. */
const FULL = 800;
/** A passage is never longer. */
const LONGEST = 2_000;

/** A text document in passages: sections by their headings (Markdown's `#`), longer ones at empty lines. */
export function passagesOf(text: string): readonly Passage[] {
  const passages: Passage[] = [];
  let heading = "";
  let lines: string[] = [];
  let start = 1;
  let length = 0;
  let isInCode = false;
  const finish = (next: number): void => {
    const body = lines.join("\n").trim();
    if (body !== "") passages.push({ heading, text: body.slice(0, LONGEST), line: start });
    lines = [];
    length = 0;
    start = next;
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isInCode = !isInCode;
    const title = isInCode ? undefined : /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
    const isBreak = line.trim() === "" && length >= FULL;
    if (title !== undefined || isBreak || length + line.length > LONGEST) finish(index + 1);
    if (title !== undefined) heading = title;
    lines.push(line);
    length += line.length + 1;
  }
  finish(0);
  return passages;
}

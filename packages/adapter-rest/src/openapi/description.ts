import type { Operation } from "./operation.js";

const maxTitle = 100;
const maxDescription = 1_200;
/** Read first; more only where markup took most of it away. */
const usuallyRead = 2 * maxDescription;
const maxRead = 8 * maxDescription;
const htmlTags =
  /(?:<\/?(?:a|b|blockquote|br|code|dd|div|dl|dt|em|h[1-6]|hr|i|img|li|ol|p|pre|small|span|strong|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>)+/iy;
const comment = /<!--.*?-->/gs;
const image = /!\[[^\]]*\]\([^)]*\)/g;
const gap = /[ \t\r\n]{2,}/g;

/** What a list of tools says of an operation. */
export interface Words {
  readonly title: string | undefined;
  readonly description: string;
}

/**
 * What the model is told. The title is the summary, where that is short enough; the description summary and description
 * without markup, at most 1,200 characters, cut between sentences; method and path where there is neither.
 */
export function wordsOf(operation: Operation): Words {
  const { fields } = operation;
  const summary = withoutGaps(plain(fields["summary"]));
  const title = lastOf(summary) === 0x2e ? summary.slice(0, -1) : summary;
  const text = joined(summary, title, plain(fields["description"])) || operation.label;
  return {
    title: title !== "" && title.length <= maxTitle ? title : undefined,
    description: shorten(fields["deprecated"] === true ? `Deprecated. ${text}` : text),
  };
}

/** Both, or the description alone where it begins with the summary, whose full stop does not count. */
function joined(summary: string, start: string, description: string): string {
  if (description === "") return summary === "" || isSentence(summary) ? summary : `${summary}.`;
  const text = withoutGaps(description);
  if (summary === "" || begins(description, start)) return text;
  return isSentence(summary) ? `${summary} ${text}` : `${summary}. ${text}`;
}

/** In whatever case, which is one bit of a letter. The first letters tell for most. */
function begins(text: string, start: string): boolean {
  if ((text.charCodeAt(0) ^ start.charCodeAt(0)) & ~0x20) return false;
  for (let index = 0; index < start.length; index += 1) {
    const code = text.charCodeAt(index);
    const other = start.charCodeAt(index);
    // What a letter beyond ASCII is in the other case is not told by a bit.
    if (code > 0x7f || other > 0x7f) return text.slice(0, start.length).toLowerCase() === start.toLowerCase();
    if (code !== other && ((code ^ other) !== 0x20 || !isLetter(code))) return false;
  }
  return text.length >= start.length;
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

/** Whether it ends in `.`, `!`, `?` or `:`. */
function isSentence(text: string): boolean {
  const last = lastOf(text);
  return last === 0x2e || last === 0x21 || last === 0x3f || last === 0x3a;
}

function lastOf(text: string): number {
  return text.charCodeAt(text.length - 1);
}

/** A text without markup, as much of it as can be told. */
function plain(value: unknown): string {
  if (typeof value !== "string") return "";
  if (value.length <= usuallyRead) return withoutMarkup(value);
  const text = withoutGaps(withoutMarkup(value.slice(0, usuallyRead)));
  // More than this is cut in any case.
  return text.length > maxDescription ? text : withoutGaps(withoutMarkup(value.slice(0, maxRead)));
}

function withoutMarkup(value: string): string {
  // Without it there is neither a comment nor an image; to look for one character is cheapest.
  const mayHaveEither = value.indexOf("!") >= 0;
  let text = value;
  if (text.indexOf("<") >= 0) text = withoutTags(mayHaveEither ? text.replace(comment, "") : text);
  if (mayHaveEither) text = text.replace(image, "");
  return text.trim();
}

/** A space instead of each run of tags. They are few: to look where one may be takes half of the time of a replacement. */
function withoutTags(text: string): string {
  let tidy = "";
  let from = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(at + 1, from))) {
    htmlTags.lastIndex = at;
    if (!htmlTags.test(text)) continue;
    tidy += `${text.slice(from, at)} `;
    from = htmlTags.lastIndex;
  }
  return from === 0 ? text : tidy + text.slice(from);
}

/** One character instead of each run of white space: a line feed where there is one in it, else its first. */
function withoutGaps(text: string): string {
  let tidy = "";
  let from = 0;
  gap.lastIndex = 0;
  while (gap.test(text)) {
    const end = gap.lastIndex;
    let start = end;
    let isLine = false;
    for (let code = text.charCodeAt(start - 1); isGap(code); code = text.charCodeAt(start - 1)) {
      if (code === 0x0a) isLine = true;
      start -= 1;
    }
    const isFirst = !isLine || text.charCodeAt(start) === 0x0a;
    tidy += isFirst ? text.slice(from, start + 1) : `${text.slice(from, start)}\n`;
    from = end;
  }
  return from === 0 ? text : tidy + text.slice(from);
}

function isGap(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  const start = text.slice(0, maxDescription);
  const end = Math.max(start.lastIndexOf(". "), start.lastIndexOf("\n"));
  return end > maxDescription / 2 ? start.slice(0, end + 1).trim() : `${start.slice(0, start.lastIndexOf(" "))} …`;
}

import type { Operation } from "./operation.js";

const maxTitle = 100;
const maxDescription = 1_200;
/** Read first; more only where markup took most of it away. */
const usuallyRead = 2 * maxDescription;
const maxRead = 8 * maxDescription;
const htmlTag =
  /<\/?(?:a|b|blockquote|br|code|dd|div|dl|dt|em|h[1-6]|hr|i|img|li|ol|p|pre|small|span|strong|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;

/** What has to be there where more than empty lines is to be cleaned: most texts have nothing of it. */
const mayBeMarkup = /[<\t\r]|!\[| {2}/;

/** What a list of tools says of an operation. */
export interface Words {
  readonly title: string | undefined;
  readonly description: string;
}

/**
 * What the model is told. The title is the summary, where that is short enough; the description summary and description
 * without markup, at most 1,200 characters, cut between sentences; method and path where there is neither.
 */
export function wordsOf({ fields, label }: Operation): Words {
  const summary = clean(fields["summary"]);
  const description = clean(fields["description"]);
  const title = summary.endsWith(".") ? summary.slice(0, -1) : summary;
  const text = joined(summary, description) || label;
  return {
    title: title !== "" && title.length <= maxTitle ? title : undefined,
    description: shorten(fields["deprecated"] === true ? `Deprecated. ${text}` : text),
  };
}

function joined(summary: string, description: string): string {
  if (summary === "" || description === "") return summary === "" ? description : sentence(summary);
  const start = summary.endsWith(".") ? summary.slice(0, -1) : summary;
  const isRepeated = description.slice(0, start.length).toLowerCase() === start.toLowerCase();
  return isRepeated ? description : `${sentence(summary)} ${description}`;
}

function sentence(text: string): string {
  return ".!?:".includes(text.charAt(text.length - 1)) ? text : `${text}.`;
}

function clean(value: unknown): string {
  if (typeof value !== "string") return "";
  if (value.length <= usuallyRead) return withoutMarkup(value);
  const text = withoutMarkup(value.slice(0, usuallyRead));
  // More than this is cut in any case.
  return text.length > maxDescription ? text : withoutMarkup(value.slice(0, maxRead));
}

function withoutMarkup(value: string): string {
  let text = value;
  if (mayBeMarkup.test(text)) {
    if (text.includes("<")) text = text.replace(/<!--.*?-->/gs, "").replace(htmlTag, " ");
    text = text.replace(/!\[[^\]]*\]\([^)]*\)/g, "").replace(/[ \t\r]{2,}|[\t\r]/g, " ");
  }
  if (text.includes("\n")) text = text.replace(/ \n[ \n]*|\n[ \n]+/g, "\n");
  return text.trim();
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  const start = text.slice(0, maxDescription);
  const end = Math.max(start.lastIndexOf(". "), start.lastIndexOf(".\n"), start.lastIndexOf("\n"));
  return end > maxDescription / 2 ? start.slice(0, end + 1).trim() : `${start.slice(0, start.lastIndexOf(" "))} …`;
}

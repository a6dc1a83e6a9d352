import type { Operation } from "./operation.js";

const maxTitle = 100;
const maxDescription = 1_200;
const htmlTag =
  /<\/?(?:a|b|blockquote|br|code|dd|div|dl|dt|em|h[1-6]|hr|i|img|li|ol|p|pre|small|span|strong|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;

/** The summary, where it is short enough for a title. */
export function titleOf({ fields }: Operation): string | undefined {
  const summary = clean(fields["summary"]).replace(/\.$/, "");
  return summary !== "" && summary.length <= maxTitle ? summary : undefined;
}

/**
 * What the model is told: summary and description without markup, at most 1,200 characters, cut between sentences; method
 * and path where there is neither.
 */
export function describe({ fields, label }: Operation): string {
  const summary = clean(fields["summary"]);
  const description = clean(fields["description"]);
  const isRepeated = description.toLowerCase().startsWith(summary.toLowerCase().replace(/\.$/, ""));
  const parts = isRepeated ? [description] : [/[.!?:]$/.test(summary) ? summary : `${summary}.`, description];
  const text = parts.filter((part) => part !== "" && part !== ".").join(" ") || label;
  return shorten(fields["deprecated"] === true ? `Deprecated. ${text}` : text);
}

function clean(value: unknown): string {
  if (typeof value !== "string") return "";
  const plain = value.includes("<") ? value.replace(/<!--.*?-->/gs, "").replace(htmlTag, " ") : value;
  return plain
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  const start = text.slice(0, maxDescription);
  const end = Math.max(start.lastIndexOf(". "), start.lastIndexOf(".\n"), start.lastIndexOf("\n"));
  return end > maxDescription / 2 ? start.slice(0, end + 1).trim() : `${start.slice(0, start.lastIndexOf(" "))} …`;
}

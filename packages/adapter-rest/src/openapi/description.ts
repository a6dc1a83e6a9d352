import type { Operation } from "./operation.js";

const maxTitle = 100;
const maxDescription = 1_200;
const maxRead = 4 * maxDescription;
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
  const text = joined(summary, description) || label;
  return shorten(fields["deprecated"] === true ? `Deprecated. ${text}` : text);
}

function joined(summary: string, description: string): string {
  if (summary === "" || description === "") return summary === "" ? description : sentence(summary);
  const start = summary.endsWith(".") ? summary.slice(0, -1) : summary;
  const isRepeated = description.slice(0, start.length).toLowerCase() === start.toLowerCase();
  return isRepeated ? description : `${sentence(summary)} ${description}`;
}

function sentence(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

function clean(value: unknown): string {
  if (typeof value !== "string") return "";
  // More than this is cut in any case.
  let text = value.length > maxRead ? value.slice(0, maxRead) : value;
  if (text.includes("<")) text = text.replace(/<!--.*?-->/gs, "").replace(htmlTag, " ");
  if (text.includes("![")) text = text.replace(/!\[[^\]]*\]\([^)]*\)/g, "");
  if (text.includes("  ") || text.includes("\t") || text.includes("\r")) text = text.replace(/[ \t\r]+/g, " ");
  if (text.includes("\n")) text = text.replace(/ ?\n[ \n]*/g, "\n");
  return text.trim();
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  const start = text.slice(0, maxDescription);
  const end = Math.max(start.lastIndexOf(". "), start.lastIndexOf(".\n"), start.lastIndexOf("\n"));
  return end > maxDescription / 2 ? start.slice(0, end + 1).trim() : `${start.slice(0, start.lastIndexOf(" "))} …`;
}

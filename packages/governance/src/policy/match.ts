import type { Pattern } from "./policy-document.js";

/** Whether a text fits a pattern. */
export type TextMatcher = (text: string) => boolean;

/** The matcher of a pattern: exact texts by look-up, then those with `*`. Undefined where every text fits. */
export function textMatcher(pattern: Pattern | undefined): TextMatcher | undefined {
  const all = pattern === undefined ? ["*"] : typeof pattern === "string" ? [pattern] : pattern;
  if (all.some((each) => /^\*+$/.test(each))) return undefined;
  const exact = new Set(all.filter((each) => !each.includes("*")));
  const wild = all.filter((each) => each.includes("*")).map(wildcard);
  if (wild.length === 0) return (text) => exact.has(text);
  return (text) => exact.has(text) || wild.some((fits) => fits(text));
}

/**
 * Looks for the parts between the stars one after the other, so that no pattern takes more than a few passes over the
 * text.
 */
function wildcard(pattern: string): TextMatcher {
  const parts = pattern.split(/\*+/);
  const first = parts[0] as string;
  const last = parts.at(-1) as string;
  const middle = parts.slice(1, -1);
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let position = first.length;
    for (const part of middle) {
      const found = text.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return position <= text.length - last.length;
  };
}

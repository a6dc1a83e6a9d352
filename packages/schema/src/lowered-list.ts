import type { Keywords } from "./keywords.js";
import { distinct } from "./union-branches.js";

/** How a profile says what is in a list. */
export interface ListRules {
  /** True where it is told item by item. */
  readonly takesPrefix: boolean;
  /** True where it must be told at all. */
  readonly needsItems: boolean;
  /** What stands for any value. */
  any(): Keywords;
}

/**
 * A list of these first items, each lowered, and of `rest`; false: nothing comes after them, undefined: nothing is known of
 * what does. `loss` says what is lost, in words.
 */
export function loweredList(
  first: readonly Keywords[],
  rest: Keywords | false | undefined,
  maxItems: number | undefined,
  { takesPrefix, needsItems, any }: ListRules,
): { readonly lowered: Keywords; readonly loss?: string } {
  if (first.length === 0) {
    if (rest === false) return { lowered: { type: "array", items: any(), maxItems: 0 } };
    const each = rest ?? (needsItems ? any() : undefined);
    return { lowered: { type: "array", ...(each && { items: each }) } };
  }
  const most = rest === false ? { maxItems: Math.min(first.length, maxItems ?? first.length) } : {};
  if (takesPrefix) {
    const items = rest ? { items: rest } : needsItems && { items: {} };
    return { lowered: { type: "array", prefixItems: first, ...items, ...most } };
  }
  const kinds = distinct(rest ? [...first, rest] : rest === false ? first : [...first, any()]);
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  return { lowered: { type: "array", items, ...most }, loss: "which item is which is not told" };
}

import { canonicalJson } from "./canonical-json.js";

/** The member of an enumeration that a value is or must have been meant to be. */
export interface EnumMember {
  readonly value: unknown;
  readonly isExact: boolean;
}

/** The member that a value is, else the only one of the same words (case, blanks, `_` and `-` aside) or number. */
export function enumMember(values: readonly unknown[], value: unknown): EnumMember | undefined {
  if (values.includes(value)) return { value, isExact: true };
  if (typeof value === "object" && value !== null) {
    const text = canonicalJson(value);
    return values.some((member) => canonicalJson(member) === text) ? { value, isExact: true } : undefined;
  }
  for (const fold of [withoutCase, withoutMarks]) {
    const wanted = fold(value);
    const same = values.filter((member) => fold(member) === wanted);
    if (same.length === 1) return { value: same[0], isExact: false };
    if (same.length > 1) return undefined;
  }
  return undefined;
}

function withoutCase(value: unknown): string {
  return typeof value === "object" && value !== null ? canonicalJson(value) : String(value).trim().toLowerCase();
}

/** Marks count where no letter comes first: `-1` is not `1`. */
function withoutMarks(value: unknown): string {
  const text = withoutCase(value);
  return /^\p{L}/u.test(text) ? text.replaceAll(/[\s_-]+/g, "") : text;
}

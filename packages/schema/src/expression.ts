/**
 * A regular expression of a schema: with Unicode semantics (2020-12, section 6.4), else as older writers meant it. Throws
 * where the pattern is none in either reading.
 */
export function expression(pattern: string, flags = "u"): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

/** True for a text that is a regular expression here. */
export function isExpression(value: unknown): boolean {
  try {
    return typeof value === "string" && expression(value) instanceof RegExp;
  } catch {
    return false;
  }
}

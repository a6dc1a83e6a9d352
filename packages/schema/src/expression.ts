import { GuardedExpression, isQuick, stepsAtMost } from "./guarded-expression.js";

/** What a pattern of a schema is good for. */
export interface Expression {
  test(text: string): boolean;
  /** The pattern, as a regular expression is written: by it a validator tells two apart. */
  toString(): string;
}

/**
 * A regular expression of a schema: with Unicode semantics (2020-12, section 6.4), else as older writers meant it. It never
 * hangs: where it may take long, it is given 250 ms, and a text that it has not matched by then does not match. Throws where
 * the pattern is none in either reading.
 */
export function expression(pattern: string, flags = "u"): Expression {
  const compiled = compiledExpression(pattern, flags);
  const steps = stepsAtMost(pattern);
  let guarded: GuardedExpression | undefined;
  return {
    test(text) {
      if (isQuick(steps, text)) return compiled.test(text);
      guarded ??= new GuardedExpression(compiled);
      return guarded.test(text);
    },
    toString: () => compiled.toString(),
  };
}

/** The engine takes twice as long to read a pattern for every other one of these, and cannot be stopped there. */
const mostOptional = 20;

/** True for a text that is a regular expression here: that can be read, and in little time. */
export function isExpression(value: unknown): boolean {
  try {
    if (typeof value !== "string" || stepsAtMost(value).optional > mostOptional) return false;
    return compiledExpression(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function compiledExpression(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

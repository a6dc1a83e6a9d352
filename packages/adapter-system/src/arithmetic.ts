import { ToolError } from "@agent-tools/contract";

const LONGEST = 1_000;
const DEEPEST = 50;

const constants: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
]);

type NumberFunction = (...values: number[]) => number;

/** Functions and how many arguments they take, at most. */
const functions: ReadonlyMap<string, readonly [work: NumberFunction, most: number]> = new Map([
  ["abs", [Math.abs, 1]],
  ["ceil", [Math.ceil, 1]],
  ["cos", [Math.cos, 1]],
  ["exp", [Math.exp, 1]],
  ["floor", [Math.floor, 1]],
  ["ln", [Math.log, 1]],
  ["log10", [Math.log10, 1]],
  ["max", [Math.max, 20]],
  ["min", [Math.min, 20]],
  ["round", [Math.round, 1]],
  ["sin", [Math.sin, 1]],
  ["sqrt", [Math.sqrt, 1]],
  ["tan", [Math.tan, 1]],
]);

const token = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z][a-z0-9]*)|(\*\*|[-+*/%^(),]))/iy;

/**
 * The value of an arithmetic expression in double precision, rounded to 15 significant digits. The text is read by a
 * parser of its own and never run: at most 1,000 characters and 50 levels deep. Throws `invalid_arguments` for anything
 * else, and where the value is not a finite number.
 */
export function calculate(expression: string): number {
  if (typeof expression !== "string" || expression.length > LONGEST) {
    throw refused(`An expression is a text of at most ${LONGEST} characters.`);
  }
  const value = parser(tokensOf(expression)).whole();
  if (!Number.isFinite(value)) throw refused("The value is not a finite number.");
  return Number(value.toPrecision(15));
}

type Token = { readonly number: number } | { readonly name: string } | { readonly mark: string };

function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < expression.trimEnd().length) {
    const at = token.lastIndex;
    const [, digits, name, mark] = token.exec(expression) ?? [];
    if (digits !== undefined) tokens.push({ number: Number(digits) });
    else if (name !== undefined) tokens.push({ name: name.toLowerCase() });
    else if (mark !== undefined) tokens.push({ mark: mark === "**" ? "^" : mark });
    else
      throw refused(`Nothing can be done with what begins at ${JSON.stringify(expression.slice(at, at + 10).trim())}.`);
  }
  return tokens;
}

/** Recursive descent: a sum of products of powers of signed values. */
function parser(tokens: readonly Token[]) {
  let at = 0;
  let depth = 0;
  const mark = (): string | undefined => {
    const next = tokens[at];
    return next && "mark" in next ? next.mark : undefined;
  };
  const take = (expected: string): void => {
    if (mark() !== expected) throw refused(`"${expected}" is missing.`);
    at += 1;
  };
  const nested = <T>(work: () => T): T => {
    depth += 1;
    if (depth > DEEPEST) throw refused(`It is nested more than ${DEEPEST} levels deep.`);
    const value = work();
    depth -= 1;
    return value;
  };

  const sum = (): number => {
    let value = product();
    for (let sign = mark(); sign === "+" || sign === "-"; sign = mark()) {
      at += 1;
      value = sign === "+" ? value + product() : value - product();
    }
    return value;
  };
  const product = (): number => {
    let value = signed();
    for (let sign = mark(); sign === "*" || sign === "/" || sign === "%"; sign = mark()) {
      at += 1;
      const right = signed();
      if (sign !== "*" && right === 0) throw refused("It divides by zero.");
      value = sign === "*" ? value * right : sign === "/" ? value / right : value % right;
    }
    return value;
  };
  const signed = (): number =>
    nested(() => {
      const sign = mark();
      if (sign !== "-" && sign !== "+") return power();
      at += 1;
      return sign === "-" ? -signed() : signed();
    });
  // The power binds tighter than a sign before it, and its own exponent may have one: -2 ^ -2 is -0.25.
  const power = (): number => {
    const base = value();
    if (mark() !== "^") return base;
    at += 1;
    return base ** signed();
  };
  const value = (): number => {
    const next = tokens[at];
    if (next && "number" in next) {
      at += 1;
      return next.number;
    }
    if (next && "name" in next) {
      at += 1;
      return constants.get(next.name) ?? applied(next.name);
    }
    take("(");
    const inside = nested(sum);
    take(")");
    return inside;
  };
  const applied = (name: string): number => {
    const [work, most] = functions.get(name) ?? [];
    if (!work || most === undefined) throw refused(`"${name}" is neither a function nor a constant here.`);
    take("(");
    const values = [nested(sum)];
    while (mark() === ",") {
      at += 1;
      values.push(nested(sum));
    }
    take(")");
    if (values.length > most) throw refused(`"${name}" takes at most ${most} value${most === 1 ? "" : "s"}.`);
    return work(...values);
  };

  return {
    whole(): number {
      if (tokens.length === 0) throw refused("The expression is empty.");
      const result = sum();
      if (at < tokens.length) throw refused("Something is left over at its end.");
      return result;
    },
  };
}

function refused(words: string): ToolError {
  return new ToolError("invalid_arguments", `This cannot be calculated. ${words}`, {
    hint: "Give one arithmetic expression, for example (3 + 4) * 2 ^ 8.",
  });
}

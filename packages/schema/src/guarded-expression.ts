import { createContext, Script } from "node:vm";

/** How often the engine may have to try: `choices * length ** power`, at the worst. */
export interface Steps {
  readonly power: number;
  readonly choices: number;
  /** How many parts of the pattern may be left out. */
  readonly optional: number;
}

/** So many are tried at once: some hundredths of a second. */
const mostSteps = 10_000_000;
/** Long enough for a process that has to wait for its turn. */
const TIMEOUT_MS = 250;
/** How many texts that took too long are remembered for each expression: settling asks about the same one again. */
const mostRemembered = 20;

/**
 * An upper bound from the pattern alone; infinite where a group is repeated or referred back to, since there the engine may
 * have to try every way to part the text.
 */
export function stepsAtMost(pattern: string): Steps {
  const plain = pattern.replaceAll(/\\[^1-9k]/gu, "x").replaceAll(/\[[^\]]*\]/g, "x");
  const bare = plain.replaceAll("(?", "(");
  const count = (part: RegExp): number => bare.match(part)?.length ?? 0;
  const optional = count(/\?/g);
  if (/\)[*+{]|\\[1-9k]/.test(plain)) return { power: Number.POSITIVE_INFINITY, choices: 1, optional };
  const power = count(/[*+]|\{\d+,\d*\}/g) + (plain.startsWith("^") ? 0 : 1);
  return { power, choices: 2 ** (optional + count(/\|/g)), optional };
}

/** Whether a text is matched, or not, before anybody notices. */
export function isQuick({ power, choices }: Steps, text: string): boolean {
  return choices * Math.max(text.length, 2) ** power <= mostSteps;
}

interface Room {
  readonly scope: { expression?: RegExp; text?: string };
  readonly test: Script;
}

let made: Room | undefined;

/** A context costs more than the rest of this package's start, and few patterns need one. */
function room(): Room {
  made ??= { scope: createContext(Object.create(null)) as Room["scope"], test: new Script("expression.test(text)") };
  return made;
}

/** An expression that is stopped when it takes too long. One test costs 0.1 ms. */
export class GuardedExpression {
  readonly #expression: RegExp;
  readonly #tooLong = new Set<string>();

  constructor(expression: RegExp) {
    this.#expression = expression;
  }

  /** False as well where that is not known after 250 ms. */
  test(text: string): boolean {
    if (this.#tooLong.has(text)) return false;
    const { scope, test } = room();
    scope.expression = this.#expression;
    scope.text = text;
    try {
      return test.runInContext(scope as object, { timeout: TIMEOUT_MS }) === true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      if (this.#tooLong.size >= mostRemembered) this.#tooLong.clear();
      this.#tooLong.add(text);
      return false;
    } finally {
      scope.text = "";
    }
  }
}

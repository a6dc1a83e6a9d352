/** One sentence that has to hold, and how to see whether it does. */
export interface Rule<Subject> {
  /** Names the rule in a test's title and in `except`. */
  readonly id: string;
  readonly sentence: string;
  /** Resolves where the rule holds; rejects with what was seen where it does not. */
  check(subject: Subject): Promise<void>;
}

/** `test` of vitest, of node:test, and of whatever else takes a name, a body and a timeout in milliseconds. */
export type TestFunction = (
  name: string,
  body: (context?: SkippableContext) => Promise<void>,
  timeoutMs?: number,
) => unknown;

/** What a runner gives to a test's body, as far as a suite uses it. */
export interface SkippableContext {
  readonly skip?: (reason: string) => unknown;
}

/** How rules become tests. */
export interface RegisterRulesOptions<Subject> {
  readonly test: TestFunction;
  readonly rules: readonly Rule<Subject>[];
  /** Runs one rule on a fresh subject and clears up after it. */
  readonly run: (rule: Rule<Subject>) => Promise<void>;
  /** Rules that are known not to hold, each with the reason. One that holds after all fails the suite. */
  readonly except?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Thrown where a rule has nothing to look at: the test is skipped, with the reason. */
class NotApplicable extends Error {}

/** Skips the rule where a condition does not hold. */
export function onlyWhere(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new NotApplicable(reason);
}

/** Fails the rule where a condition does not hold. */
export function holds(condition: unknown, seen: string): asserts condition {
  if (!condition) throw new Error(seen);
}

/** True for what `onlyWhere` throws. */
export function isNotApplicable(error: unknown): boolean {
  return error instanceof NotApplicable;
}

/** Registers each rule as a test of its own. */
export function registerRules<Subject>(options: RegisterRulesOptions<Subject>): void {
  const { test, rules, run, except = {}, timeoutMs } = options;
  for (const id of Object.keys(except)) {
    if (rules.some((rule) => rule.id === id)) continue;
    throw new Error(
      `except names "${id}", and there is no such rule. The rules: ${rules.map((rule) => rule.id).join(", ")}.`,
    );
  }
  for (const rule of rules) {
    const title = `${rule.id}: ${rule.sentence}`;
    const known = Object.hasOwn(except, rule.id) ? except[rule.id] : undefined;
    test(
      known === undefined ? title : `${title} (known not to hold: ${known})`,
      // Rest arguments keep the function's length at 0: some runners take a first parameter for a callback.
      async (...[context]) => {
        const failure = await run(rule).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        if (failure && isNotApplicable(failure.error)) {
          context?.skip?.((failure.error as Error).message);
          return;
        }
        if (known === undefined && failure) throw failure.error;
        if (known !== undefined && !failure) throw new Error(`This rule holds now: take "${rule.id}" out of except.`);
      },
      timeoutMs,
    );
  }
}

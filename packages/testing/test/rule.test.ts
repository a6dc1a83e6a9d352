import { describe, expect, test, vi } from "vitest";
import { holds, onlyWhere, type Rule, registerRules, type TestFunction } from "../src/rule.js";

const rules: readonly Rule<number>[] = [
  { id: "even", sentence: "it is even", check: async (value) => holds(value % 2 === 0, `${value} is odd.`) },
  { id: "small", sentence: "it is small", check: async (value) => holds(value < 10, `${value} is large.`) },
  { id: "known", sentence: "it is known", check: async (value) => onlyWhere(value < 100, "nobody counts so far") },
];

/** Registers the rules for a value and runs the tests that come of it. */
async function run(value: number, except?: Record<string, string>) {
  const registered: Parameters<TestFunction>[] = [];
  const collect: TestFunction = (...parts) => registered.push(parts);
  registerRules({
    test: collect,
    rules,
    run: (rule) => rule.check(value),
    timeoutMs: 1_000,
    ...(except && { except }),
  });
  const outcomes: Record<string, string> = {};
  for (const [title, body, timeoutMs] of registered) {
    expect(timeoutMs).toBe(1_000);
    const skip = vi.fn();
    outcomes[title] = await body({ skip }).then(
      () => (skip.mock.calls.length > 0 ? `skipped: ${skip.mock.calls.flat().join()}` : "passed"),
      (error: Error) => error.message,
    );
  }
  return { outcomes, registered };
}

describe("rules as tests", () => {
  test("each becomes one, titled by id and sentence, that passes, fails with what was seen, or is skipped", async () => {
    expect((await run(101)).outcomes).toEqual({
      "even: it is even": "101 is odd.",
      "small: it is small": "101 is large.",
      "known: it is known": "skipped: nobody counts so far",
    });
    expect(Object.values((await run(8)).outcomes)).toEqual(["passed", "passed", "passed"]);
  });

  test("a body takes no declared parameter, and works for a runner that hands nothing over", async () => {
    const { registered } = await run(101);
    for (const [, body] of registered) expect(body.length).toBe(0);
    await expect(registered[2]?.[1]()).resolves.toBeUndefined();
  });

  test("a rule that is known not to hold may fail, and turns red when it holds", async () => {
    expect((await run(7, { even: "sevens are odd" })).outcomes).toMatchObject({
      "even: it is even (known not to hold: sevens are odd)": "passed",
    });
    expect((await run(8, { even: "sevens are odd" })).outcomes).toMatchObject({
      "even: it is even (known not to hold: sevens are odd)": 'This rule holds now: take "even" out of except.',
    });
  });

  test("an exception for no rule is refused with the rules that there are", async () => {
    await expect(run(8, { evn: "a slip" })).rejects.toThrow(
      'except names "evn", and there is no such rule. The rules: even, small, known.',
    );
  });
});

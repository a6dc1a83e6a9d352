import { standaloneContext } from "@agent-tools/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculate } from "../src/arithmetic.js";
import { systemAdapter } from "../src/index.js";

describe("calculate", () => {
  test.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["2 ^ 3 ^ 2", 512],
    ["2 ** 10", 1024],
    ["-2 ^ 2", -4],
    ["2 ^ -1", 0.5],
    ["10 % 4 - -3", 5],
    ["0.1 + 0.2", 0.3],
    ["1.5e3 / .5", 3000],
    ["SQRT(16) + max(1, 2, 3) - abs(-1)", 6],
    ["round(pi * 100) / 100", 3.14],
    ["ln(e)", 1],
  ])("%s = %d", (expression, value) => expect(calculate(expression)).toBe(value));

  test.each([
    "",
    "1 +",
    "(1",
    "1 2",
    "1 / 0",
    "5 % 0",
    "10 ^ 400",
    "sqrt(-1)",
    "process.exit()",
    "constructor(1)",
    "__proto__",
    "1; 2",
    "abs(1, 2)",
    "0x10",
    "`1`",
    "1,2",
    "9".repeat(1_001),
    "(".repeat(400),
    `${"-".repeat(900)}1`,
  ])("refuses %s", (expression) => {
    expect(() => calculate(expression)).toThrow(expect.objectContaining({ code: "invalid_arguments" }));
  });

  test("agrees with JavaScript on sums, products and parentheses", () => {
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.integer({ min: 0, max: 99 }).map(String),
        fc
          .tuple(tie("expression"), fc.constantFrom("+", "-", "*"), tie("expression"))
          .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      ),
    }));
    fc.assert(
      fc.property(expression, (text) => {
        fc.pre(text.length <= 200);
        const expected = Number(new Function(`return ${text}`)());
        fc.pre(Number.isSafeInteger(expected) && Math.abs(expected) < 1e15);
        expect(calculate(text) + 0).toBe(expected + 0);
      }),
    );
  });

  test("settles on any text at all: a number, or a refusal", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.e+-*/%^(), absqrtpimax") }), (text) => {
        try {
          expect(Number.isFinite(calculate(text))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_arguments" });
        }
      }),
    );
  });
});

describe("the tools that reach nothing", () => {
  const adapter = systemAdapter({ tools: ["time", "echo"] });

  test("time is now, and the clock of a place where one is given", async () => {
    const answer = (await adapter.call("time", { timeZone: "Asia/Kathmandu" }, standaloneContext())) as {
      utc: string;
      local: string;
    };
    expect(Math.abs(Date.parse(answer.utc) - Date.now())).toBeLessThan(60_000);
    expect(answer.local).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\+05:45$/);
    await expect(adapter.call("time", { timeZone: "Mars/Olympus" }, standaloneContext())).rejects.toMatchObject({
      code: "invalid_arguments",
    });
  });

  test("echo answers with its arguments, also where they look like a result", async () => {
    const args = { content: [{ type: "text", text: "x" }], isError: true };
    await expect(adapter.call("echo", args, standaloneContext())).resolves.toMatchObject({ structuredContent: args });
  });
});

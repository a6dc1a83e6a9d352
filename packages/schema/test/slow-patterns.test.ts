import { compileSchema, settle } from "@agent-tools/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expression } from "../src/expression.js";

/** Patterns that a server may send, each with a text for which plain matching takes longer than anybody waits. */
const slow: readonly (readonly [pattern: string, text: string])[] = [
  ["^(a+)+$", `${"a".repeat(60)}!`],
  ["^(a|a)*$", `${"a".repeat(60)}!`],
  ["^(?:\\w+\\s?)*$", `${"word ".repeat(40)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(60)],
  ["(x+x+)+y", "x".repeat(60)],
  ["(a?b?){30}c", "ab".repeat(29)],
  [`${"(x?)(y?)".repeat(10)}z`, "xy".repeat(40)],
  ["^\\s*\\s*\\s*\\s*\\s*\\s*x", " ".repeat(2_000)],
];

describe("a pattern that backtracks without an end", () => {
  test.each(slow)("%s refuses in time what it does not match", (pattern, text) => {
    const schema = { type: "object", properties: { value: { type: "string", pattern } }, required: ["value"] };
    expect(settle(schema, { value: text }).error).toMatchObject({ code: "invalid_arguments" });
  });

  test.each([
    ["^(a+)+$", "aaa"],
    ["^[a-z0-9]+(-[a-z0-9]+)*$", "a-slug-of-words"],
    ["^(\\d+)-\\1$", "12-12"],
  ])("%s still takes what it matches", (pattern, text) => {
    expect(
      settle({ type: "object", properties: { value: { type: "string", pattern } } }, { value: text }),
    ).toMatchObject({
      value: { value: text },
    });
  });

  test("one that takes too long to read is left out, and the schema says so", () => {
    const pattern = "a?".repeat(60) + "a".repeat(60);
    const schema = { type: "object", properties: { value: { type: "string", pattern } } };
    expect(compileSchema(schema).problem).toMatch(/properties\/value\/pattern/);
    expect(settle(schema, { value: "b" }).error).toBeUndefined();
    expect(settle(schema, { value: 1 })).toMatchObject({ changes: [{ path: "/value" }] });
  });

  test("names of properties are matched with the same care", () => {
    const schema = {
      type: "object",
      patternProperties: { "^(a+)+$": { type: "number" } },
      additionalProperties: false,
    };
    expect(settle(schema, { [`${"a".repeat(60)}!`]: 1 }).error).toBeDefined();
    expect(settle(schema, { aaa: 1 }).error).toBeUndefined();
  });
});

test("every other pattern means what it always meant", () => {
  const patterns = [
    "^[0-9]{4,}-(0[1-9]|1[012])$",
    "\\S",
    "^e[1-9][0-9]*$",
    "^\\d+$",
    "[{(]+x?",
    "^-?P([0-9]+D)?(T([0-9]+H)?)?$",
  ];
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom("2024-05", "e12", "P1DT2H", "{(x", " ", ""),
    fc.string({ minLength: 300, maxLength: 500 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...patterns), text, (pattern, value) => {
      expect(expression(pattern).test(value)).toBe(new RegExp(pattern, "u").test(value));
    }),
    { numRuns: 300 },
  );
});

test("several patterns of one schema are each their own", () => {
  const patterns = { a: "^a$", b: "^b$", c: "^(c+)+$" };
  const properties = Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [name, { type: "string", pattern }]),
  );
  const compiled = compileSchema({ type: "object", properties, patternProperties: { "^x": { pattern: "^x$" } } });
  expect(compiled.check({ a: "a", b: "b", c: "c", x1: "x" })).toEqual([]);
  expect(compiled.check({ a: "a", b: "a", c: "a", x1: "a" }).map(({ path }) => path)).toEqual(["/b", "/c", "/x1"]);
});

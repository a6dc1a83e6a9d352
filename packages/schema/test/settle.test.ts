import type { Schema } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { settle } from "../src/index.js";

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

/** The kinds of change, and the value; or the message. */
function outcome(schema: Schema, value: unknown): { value?: unknown; kinds?: string[]; message?: string } {
  const settled = settle(schema, value, { toolName: "do_it" });
  if (settled.error) return { message: settled.error.message };
  return { value: settled.value, kinds: settled.changes.map(({ kind, path }) => `${kind} ${path}`) };
}

const list = { type: "array", items: { type: "string" } };
const integer = { type: "integer" };
const optional = { anyOf: [integer, { type: "null" }] };

describe("O20: what a model meant is settled, and recorded by kind and path", () => {
  test.each<[string, unknown, unknown, unknown, string[]]>([
    ["number text", integer, "42", 42, ["coerce-number /x"]],
    ["number text in blanks", { type: "number" }, " -1.5e3 ", -1500, ["coerce-number /x"]],
    ["whole number for text", { type: "string" }, 713, "713", ["coerce-string /x"]],
    ["true", { type: "boolean" }, "true", true, ["coerce-boolean /x"]],
    ["False", { type: "boolean" }, "False", false, ["coerce-boolean /x"]],
    ["null as text", { type: ["integer", "null"] }, "null", null, ["coerce-null /x"]],
    ["a list as text", list, '["a"]', ["a"], ["parse-json /x"]],
    [
      "an object in a fence",
      object({ a: integer }),
      '```json\n{"a":1}\n```',
      { a: 1 },
      ["strip-fence /x", "parse-json /x"],
    ],
    ["one value for a list", list, "a", ["a"], ["wrap-array /x"]],
    [
      "one text for a list of numbers",
      { type: "array", items: integer },
      "7",
      [7],
      ["wrap-array /x", "coerce-number /x/0"],
    ],
    ["a list of one", { type: "string" }, ["a"], "a", ["unwrap-array /x"]],
    ["another case", { enum: ["in_progress", "done"] }, "In Progress", "in_progress", ["normalise-enum /x"]],
    ["a number of an enumeration", { enum: [1, 2] }, "2", 2, ["normalise-enum /x"]],
    ["a union with one reading", optional, "42", 42, ["coerce-number /x"]],
    ["inside of a reference", { $ref: "#/$defs/n" }, "5", 5, ["coerce-number /x"]],
    ["inside of allOf", { allOf: [integer] }, "5", 5, ["coerce-number /x"]],
    [
      "inside of a list",
      { type: "array", items: object({ n: integer }) },
      [{ N: "1" }],
      [{ n: 1 }],
      ["normalise-key /x/0/n", "coerce-number /x/0/n"],
    ],
    [
      "inside of a map",
      { type: "object", additionalProperties: integer },
      { a: "1" },
      { a: 1 },
      ["coerce-number /x/a"],
    ],
  ])("%s", (_, schema, given, value, kinds) => {
    expect(outcome(object({ x: schema }, { $defs: { n: integer } }), { x: given })).toEqual({
      value: { x: value },
      kinds,
    });
  });

  test("null for a property that may be absent", () => {
    expect(outcome(object({ x: integer }), { x: null })).toEqual({ value: {}, kinds: ["drop-null /x"] });
    expect(outcome(object({ x: optional }), { x: null })).toEqual({ value: { x: null }, kinds: [] });
    expect(outcome(object({ x: integer }, { required: ["x"] }), { x: null }).message).toContain("/x");
  });

  test("names in another case or with other marks, in open objects only where one is missing", () => {
    const open = { type: "object", properties: { maxRows: integer, sortBy: list }, required: ["maxRows"] };
    expect(outcome(open, { max_rows: 5, sort_by: ["a"] })).toEqual({
      value: { maxRows: 5, sort_by: ["a"] },
      kinds: ["normalise-key /maxRows"],
    });
    expect(outcome(object({ "+1": integer }), { "-1": 5 }).message).toContain("/-1");
    expect(outcome(object({ maxRows: integer }), { max_rows: 5, MaxRows: 5 })).toEqual({
      value: { maxRows: 5 },
      kinds: ["normalise-key /maxRows", "drop-duplicate-key /MaxRows"],
    });
  });

  test("defaults, also of nested objects and of what is required, unless they contradict", () => {
    const schema = object(
      { limit: { type: "integer", default: 20 }, paging: object({ size: { type: "integer", default: 5 } }) },
      { required: ["limit"] },
    );
    expect(outcome(schema, { paging: {} })).toEqual({
      value: { limit: 20, paging: { size: 5 } },
      kinds: ["fill-default /limit", "fill-default /paging/size"],
    });
    expect(outcome(schema, { limit: 1 })).toEqual({ value: { limit: 1 }, kinds: [] });
    const either = {
      ...(object({ a: { default: 1 }, b: { default: 2 } }) as object),
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    expect(outcome(either, { b: 3 })).toEqual({ value: { b: 3 }, kinds: [] });
    expect(outcome(object({ n: { type: "integer", default: "many" } }), {})).toEqual({ value: {}, kinds: [] });
  });

  test("a default of itself ends", () => {
    const node = { type: "object", properties: { child: { $ref: "#/$defs/node", default: {} } } };
    expect(outcome({ ...node, $defs: { node } }, {}).value).toEqual({ child: { child: {} } });
  });

  test("arguments in arguments, in text, in a list, or none", () => {
    const schema = object({ q: { type: "string" } }, { required: ["q"] });
    expect(outcome(schema, { arguments: { q: "a" } })).toEqual({ value: { q: "a" }, kinds: ["unwrap-arguments "] });
    expect(outcome(schema, { toolName: "do_it", arguments: { q: "a" } }).value).toEqual({ q: "a" });
    expect(outcome(schema, { toolName: "other", arguments: { q: "a" } }).message).toContain('"other"');
    expect(outcome(schema, "{q: 'a',}")).toEqual({ value: { q: "a" }, kinds: ["json-repair "] });
    expect(outcome(schema, [{ q: "a" }]).value).toEqual({ q: "a" });
    expect(outcome(object({}), null)).toEqual({ value: {}, kinds: ["null-to-object "] });
  });
});

describe("nothing is guessed", () => {
  test.each<[string, unknown, unknown]>([
    ["text stays text", { type: "string" }, "00713"],
    ["JSON in text stays text", { type: "string" }, '{"a":1}'],
    ["text of a union stays text", { anyOf: [{ type: "string" }, integer] }, "42"],
    ["an untyped value stays", {}, "42"],
    ["a list stays, where lists are accepted", { type: ["array", "string"] }, ["a"]],
  ])("%s", (_, schema, x) => {
    expect(outcome(object({ x: schema }), { x })).toEqual({ value: { x }, kinds: [] });
  });

  test.each<[string, unknown, unknown]>([
    ["a leading zero", integer, "00713"],
    ["a hexadecimal number", integer, "0x2A"],
    ["a decimal comma", { type: "number" }, "40,4"],
    ["a fraction for a whole number", integer, 42.5],
    ["more digits than a number holds", integer, "9007199254740993"],
    ["digits that would be lost", { type: "number" }, "0.12345678901234567890"],
    ["not a number", { type: "number" }, "NaN"],
    ["a fraction as text", { type: "string" }, 1.1],
    ["1 for true", { type: "boolean" }, 1],
    ["yes for true", { type: "boolean" }, "yes"],
    ["an object for text", { type: "string" }, { a: 1 }],
    ["text that may be a list", list, "a, b"],
    ["empty text for a list", list, ""],
    ["JSON that is cut off", list, '["a"'],
    ["two readings of a union", { anyOf: [list, { type: "string" }] }, 5],
    ["two readings of a type list", { type: ["string", "array"], items: integer }, 5],
    ["two members but for case", { enum: ["A", "a"] }, " A "],
    ["another number", { enum: ["-1", "2"] }, "1"],
    ["a value out of bounds", { type: "integer", maximum: 100 }, 1000],
  ])("%s", (_, schema, x) => {
    const { message } = outcome(object({ x: schema }), { x });
    expect(message).toContain("- /x ");
    expect(message).toMatch(/orrect arguments: \{/);
  });

  test("an own __proto__ is refused, and reaches no prototype", () => {
    const value = JSON.parse('{"q":"1","__proto__":{"admin":true}}');
    expect(outcome(object({ q: integer }), value).message).toContain("/__proto__");
    const open = settle({ type: "object", properties: { q: integer } }, value);
    expect(Object.getPrototypeOf(open.error ? undefined : open.value)).toBe(Object.prototype);
  });

  test("a value nested deeper than the stack is refused", () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const schema = object(
      { x: { $ref: "#/$defs/list" } },
      { $defs: { list: { type: "array", items: { $ref: "#/$defs/list" } } } },
    );
    expect(settle(schema, { x: deep }).error?.code).toBe("invalid_arguments");
  });
});

describe("a refusal", () => {
  test("names each place, what is expected and the nearest name", () => {
    const schema = object(
      { issueNumber: { type: "integer", minimum: 1 }, kind: { enum: ["bug", "idea"] } },
      { required: ["issueNumber"] },
    );
    const { message = "" } = outcome(schema, { issueNumbr: 7, kind: "task" });
    expect(message.split("\n")).toEqual([
      'The arguments of "do_it" do not fit the schema:',
      "- /issueNumber is missing: an integer, at least 1",
      '- /issueNumbr is not a property here; did you mean "issueNumber"?',
      '- /kind must be one of "bug", "idea", not "task"',
      'The correct arguments: {"issueNumber":7,"kind":"bug"} Put your own values at /kind.',
    ]);
  });

  test("of a union tells the branch that was meant", () => {
    const branch = (kind: string, extra: object) => object({ kind: { const: kind }, ...extra }, { required: ["kind"] });
    const schema = object({
      shape: { oneOf: [branch("circle", { radius: { type: "number" } }), branch("square", { side: integer })] },
    });
    const { message = "" } = outcome(schema, { shape: { kind: "circle", radius: "wide" } });
    expect(message).toContain('- /shape/radius must be a number, not "wide"');
    expect(message).not.toContain("/shape must be");
  });

  test("shows the whole call where it is told how one looks", () => {
    const settled = settle(
      object({ n: integer }),
      { n: "x" },
      { callFor: (args) => ({ toolName: "do_it", arguments: args }) },
    );
    expect(settled.error?.message).toContain('The correct call: {"toolName":"do_it","arguments":{"n":1}}');
    expect(settled.error?.details).toEqual({ paths: ["/n"] });
  });
});

import type { Schema } from "@agent-tools/contract";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { compileSchema } from "../src/index.js";

const draft7 = "http://json-schema.org/draft-07/schema#";
const draft2019 = "https://json-schema.org/draft/2019-09/schema";
const draft2020 = "https://json-schema.org/draft/2020-12/schema";

const values = [
  ...[
    null,
    true,
    0,
    1,
    1.5,
    -3,
    7,
    "",
    "a",
    "b",
    "abc",
    "2026-11-30",
    [],
    [1],
    ["a"],
    [1, "a"],
    [1, "a", true],
    ["a", "a"],
  ],
  ...[
    {},
    { a: 1 },
    { a: "1" },
    { b: 2 },
    { a: 1, b: 2 },
    { a: 1, c: 3 },
    { children: [{}] },
    { children: [{ children: 1 }] },
  ],
];

/** The validator of the dialect itself, with nothing of this package. */
function native(schema: { readonly [keyword: string]: unknown }): (value: unknown) => boolean {
  const options = { strict: false, allErrors: false, logger: false } as const;
  const Dialect = schema["$schema"] === draft7 ? Ajv : schema["$schema"] === draft2019 ? Ajv2019 : Ajv2020;
  const ajv = new Dialect(options);
  addFormats.default(ajv);
  return ajv.compile({ ...schema });
}

describe("a schema of any dialect accepts what it accepts natively", () => {
  test.each<[string, Record<string, unknown>]>([
    [
      "tuple of draft-07",
      { $schema: draft7, type: "array", items: [{ type: "integer" }, { type: "string" }], additionalItems: false },
    ],
    ["open tuple of draft-07", { $schema: draft7, items: [{ type: "integer" }], additionalItems: { type: "string" } }],
    ["tuple of 2020-12", { $schema: draft2020, prefixItems: [{ type: "integer" }], items: { type: "string" } }],
    [
      "newer keywords in draft-07",
      {
        $schema: draft7,
        prefixItems: [{ type: "null" }],
        dependentRequired: { a: ["b"] },
        unevaluatedProperties: false,
      },
    ],
    [
      "newer keywords in 2019-09",
      {
        $schema: draft2019,
        prefixItems: [{ type: "null" }],
        dependentRequired: { a: ["b"] },
        properties: { a: {} },
        unevaluatedProperties: false,
      },
    ],
    ["dependencies", { $schema: draft7, dependencies: { a: ["b"], c: { required: ["b"] } } }],
    [
      "definitions",
      { $schema: draft7, definitions: { n: { type: "integer" } }, properties: { a: { $ref: "#/definitions/n" } } },
    ],
    [
      "identifiers",
      {
        $id: "https://example.com/root",
        properties: { a: { $ref: "item" } },
        $defs: { x: { $id: "item", type: "integer" } },
      },
    ],
    ["anchors", { properties: { a: { $ref: "#n" } }, $defs: { x: { $anchor: "n", type: "integer" } } }],
    [
      "an anchor of draft-07",
      { $schema: draft7, properties: { a: { $ref: "#n" } }, definitions: { x: { $id: "#n", type: "integer" } } },
    ],
    ["a reference into properties", { properties: { a: { type: "integer" }, b: { $ref: "#/properties/a" } } }],
    ["a reference to itself", { type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } }],
    ["a reference with siblings", { $ref: "#/$defs/n", maximum: 1, $defs: { n: { type: "number" } } }],
    [
      "a dynamic reference",
      {
        $dynamicAnchor: "node",
        type: "object",
        properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
      },
    ],
    [
      "a recursive reference",
      {
        $schema: draft2019,
        type: "object",
        properties: { children: { type: "array", items: { $recursiveRef: "#" } } },
      },
    ],
    [
      "a nested document",
      {
        properties: {
          a: { $id: "https://example.com/in", allOf: [{ $ref: "#/$defs/n" }], $defs: { n: { type: "string" } } },
        },
        $defs: { n: { type: "integer" } },
      },
    ],
    ["unevaluated properties", { allOf: [{ properties: { a: { type: "integer" } } }], unevaluatedProperties: false }],
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called so.
    ["if, then, else", { if: { type: "string" }, then: { minLength: 2 }, else: { not: { type: "null" } } }],
    ["contains", { type: "array", contains: { type: "integer" }, maxContains: 1 }],
    ["formats", { type: "string", format: "date" }],
    ["exclusive bounds", { exclusiveMinimum: 0, maximum: 5, multipleOf: 0.5 }],
    [
      "a name escaped in a pointer",
      { properties: { a: { $ref: "#/$defs/x~1y%25" } }, $defs: { "x/y%": { type: "integer" } } },
    ],
  ])("%s", (_, schema) => {
    const accepts = native(schema);
    const compiled = compileSchema(schema);
    expect(compiled.problem).toBeUndefined();
    for (const value of values) {
      expect([value, compiled.check(value).length === 0]).toEqual([value, accepts(value)]);
    }
  });
});

const accepts = (schema: Schema | undefined, value: unknown) => compileSchema(schema).check(value).length === 0;

describe("what no validator takes as it is", () => {
  test("booleans, nothing, an empty schema", () => {
    for (const schema of [true, {}, undefined]) expect(accepts(schema, { any: 1 })).toBe(true);
    expect(accepts(false, {})).toBe(false);
  });

  test("OpenAPI 3.0 and older drafts", () => {
    expect(accepts({ type: "string", nullable: true, enum: ["a"] }, null)).toBe(true);
    expect(accepts({ type: "number", minimum: 1, exclusiveMinimum: true }, 1)).toBe(false);
    expect(accepts({ type: "STRING" }, 1)).toBe(false);
  });

  test("duplicate members, patterns of other engines, a property that is no schema", () => {
    expect(compileSchema({ enum: ["a", "a", "b"], type: "string" }).problem).toBeUndefined();
    expect(accepts({ pattern: "^[\\w-.]+$", type: "string" }, "a-b")).toBe(true);
    const odd = compileSchema({
      type: "object",
      properties: { a: { type: "string", pattern: "(?i)x" }, b: "string", c: { type: "integer" } },
    });
    expect(odd.problem).toMatch(/\/properties\/a\/pattern.*\/properties\/b/s);
    expect(odd.check({ a: "y", b: 1, c: "no" }).map(({ path }) => path)).toEqual(["/c"]);
  });

  test("TypeBox: a tuple, and the same cyclic type twice", () => {
    const node = Type.Cyclic(
      { Node: Type.Object({ id: Type.Integer(), nodes: Type.Array(Type.Ref("Node")) }) },
      "Node",
    );
    const schema = Type.Object({ left: node, right: node, pair: Type.Tuple([Type.Integer(), Type.String()]) });
    const compiled = compileSchema(schema as object as Schema);
    expect(compiled.problem).toBeUndefined();
    const leaf = { id: 1, nodes: [] };
    expect(compiled.check({ left: leaf, right: { id: 1, nodes: [leaf] }, pair: [1, "a"] })).toEqual([]);
    const issues = compiled.check({ left: leaf, right: { id: 1, nodes: [{ id: "x", nodes: [] }] }, pair: ["a", 1] });
    expect(issues.map(({ path }) => path)).toEqual(["/right/nodes/0/id", "/pair/0", "/pair/1"]);
  });

  test("two schemas with one identifier and another meaning", () => {
    const of = (type: string): Schema => ({
      $id: "https://example.com/tool",
      type: "object",
      properties: { a: { type } },
    });
    expect(accepts(of("string"), { a: "x" })).toBe(true);
    expect(accepts(of("integer"), { a: "x" })).toBe(false);
  });

  test("a schema that is only itself, one of too many nodes, one that is nested too deep", () => {
    expect(compileSchema({ $ref: "#" }).problem).toContain("refers to itself");
    expect(
      compileSchema({ $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }, { type: "string" }] } }, $ref: "#/$defs/a" }).check(
        "a",
      ),
    ).toEqual([]);
    const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`p${index}`, { type: "string" }]));
    expect(compileSchema({ type: "object", properties: wide }).problem).toContain("50000 nodes");
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 30_000; level++) deep = { items: deep };
    expect(compileSchema(deep).problem).toBeDefined();
    expect(accepts(deep, [])).toBe(true);
  });

  test("data that looks like a schema stays data", () => {
    const schema = {
      properties: { a: { const: { $ref: "#/nowhere", $id: "x" }, default: { $id: "x" } } },
      examples: [{ $id: "x" }],
    };
    expect(compileSchema(schema).problem).toBeUndefined();
    expect(accepts(schema, { a: { $ref: "#/nowhere", $id: "x" } })).toBe(true);
  });
});

import type { Schema } from "@agent-tools/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSchema, lower, type ProfileName, profiles, profileViolations, settle } from "../src/index.js";
import { samples } from "./schema-arbitrary.js";

const names = Object.keys(profiles) as ProfileName[];

/** A schema with everything that some provider refuses. */
const hard: Schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  definitions: {
    node: {
      type: "object",
      properties: { label: { type: "string" }, children: { type: "array", items: { $ref: "#/definitions/node" } } },
    },
  },
  properties: {
    tree: { $ref: "#/definitions/node", description: "The tree" },
    pair: { type: "array", items: [{ type: "number" }, { type: "string" }], additionalItems: false },
    mode: { oneOf: [{ const: "fast", title: "Quick" }, { const: "slow" }] },
    level: { type: "integer", enum: [1, 2, 3] },
    either: {
      anyOf: [
        { type: "string", format: "uri" },
        { type: "object", properties: { id: { type: "integer" } } },
        { type: "null" },
      ],
    },
    scores: { type: "object", additionalProperties: { type: "number" } },
    anything: {},
    never: false,
    code: { type: "string", pattern: "(?<year>\\d{4})(?!x)", minLength: 4 },
    size: { type: "number", exclusiveMinimum: 0, multipleOf: 0.5 },
    $top: { type: ["integer", "null"], default: 10 },
    "filter[name]": { type: "string" },
  },
  required: ["tree", "mode", "$top"],
  not: { required: ["code", "size"] },
};

describe("R05, R07: a schema is lowered to what each provider takes", () => {
  test.each(names)("%s", (name) => {
    const lowered = lower(hard, name);
    expect(profileViolations(lowered.schema, name)).toEqual([]);
    expect(new Ajv2020({ strict: false }).validateSchema(lowered.schema)).toBe(true);
    expect(compileSchema(lowered.schema).problem).toBeUndefined();
    expect(lowered.weakened.length).toBeGreaterThan(0);
    expect(lower(structuredClone(hard), name)).toBe(lowered);
  });

  test.each(names)("%s says of the original what it would refuse in it", (name) => {
    expect(profileViolations(hard, name)).not.toEqual([]);
  });

  test.each(names)("%s: a root that is a union, a reference, or no object at all is one object", (name) => {
    const either = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    const branches = {
      oneOf: [
        { properties: { kind: { const: "a" }, n: { type: "integer" } }, required: ["kind"] },
        { properties: { kind: { const: "b" } }, required: ["kind"] },
      ],
    };
    const referring = { $ref: "#/$defs/x", $defs: { x: { properties: { a: { type: "string" } }, required: ["a"] } } };
    for (const schema of [either, branches, referring, true, undefined, {}, { type: "string" }, { items: {} }]) {
      const lowered = lower(schema, name).schema;
      expect(lowered["type"]).toBe("object");
      expect(profileViolations(lowered, name)).toEqual([]);
    }
    expect(lower(either, name).schema["description"]).toBe(
      "The properties must fit one of: { a: unknown } | { b: unknown }",
    );
    expect(lower(branches, name).schema).toMatchObject({
      properties: { kind: { enum: ["a", "b"] } },
      required: expect.arrayContaining(["kind"]),
    });
    expect(lower(referring, name).schema).toMatchObject({ properties: { a: { type: "string" } }, required: ["a"] });
  });

  test.each(names)("%s: values that hold others, and names that are required twice", (name) => {
    const schema = {
      type: "object",
      properties: { mode: { enum: [1, "b", true, { a: 1 }, [1]] }, only: { const: { a: 1 } } },
      required: ["mode", "mode"],
    };
    const lowered = lower(schema, name).schema;
    expect(profileViolations(lowered, name)).toEqual([]);
    expect(new Ajv2020({ strict: false }).validateSchema(lowered)).toBe(true);
    const { mode } = lowered["properties"] as { mode: { enum: unknown[] } };
    expect(settle(schema, { mode: mode.enum[3] })).toMatchObject({ value: { mode: { a: 1 } } });
  });

  test("R07: what the lowered root cannot say is still checked by the original", () => {
    const either = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    expect(settle(either, { b: "x" })).toMatchObject({ value: { b: "x" } });
    expect(settle(either, {}).error?.message).toContain('with "a" or an object, with "b"');
  });
});

describe("each profile in its own way", () => {
  const properties = (name: ProfileName) =>
    lower(hard, name).schema["properties"] as Record<string, Record<string, unknown>>;

  test("names that the provider does not take are restored", () => {
    const lowered = lower(hard, "anthropic");
    expect(Object.keys(properties("anthropic"))).toEqual(expect.arrayContaining(["top", "filter_name"]));
    expect(lowered.schema["required"]).toContain("top");
    expect(lowered.restore({ top: 1, filter_name: "a", mode: "fast" })).toEqual({
      $top: 1,
      "filter[name]": "a",
      mode: "fast",
    });
    expect(Object.keys(properties("openai"))).toContain("filter[name]");
  });

  test("openai-strict: every property is required, an optional one may be null, and settling takes the null away", () => {
    expect(properties("openai-strict")["code"]).toMatchObject({ type: ["string", "null"] });
    expect(properties("openai-strict")["tree"]).toEqual({ $ref: "#/$defs/node" });
    const schema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
      required: ["a"],
      additionalProperties: false,
    };
    expect(settle(schema, lower(schema, "openai-strict").restore({ a: "x", b: null }))).toMatchObject({
      value: { a: "x" },
    });
  });

  test("an object of unknown properties is JSON text where the provider takes no other, and settling reads it", () => {
    for (const name of ["openai-strict", "gemini"] as const) {
      const scores = properties(name)["scores"];
      expect(scores).toMatchObject({ description: "JSON text of: Record<string, number>" });
    }
    const schema = {
      type: "object",
      properties: { scores: { type: "object", additionalProperties: { type: "number" } } },
    };
    expect(settle(schema, { scores: '{"a":1}' })).toMatchObject({ value: { scores: { a: 1 } } });
  });

  test("gemini: null by nullable, text in enumerations, one type", () => {
    expect(properties("gemini")).toMatchObject({
      level: { type: "string", enum: ["1", "2", "3"] },
      $top: { type: "integer", nullable: true },
      mode: { type: "string", enum: ["fast", "slow"], description: '"fast": Quick' },
      size: { description: "greater than 0, a multiple of 0.5" },
    });
    expect(settle({ properties: { level: { enum: [1, 2, 3] } } }, { level: "2" })).toMatchObject({
      value: { level: 2 },
    });
  });

  test("without references a type that holds itself is told once", () => {
    const { schema, weakened } = lower(hard, "common");
    expect(JSON.stringify(schema)).not.toContain("$ref");
    expect(weakened).toContainEqual({
      path: "/properties/tree/properties/children/items",
      loss: "it holds itself, and is told once",
    });
  });
});

test("what the original accepts, the lowered schema accepts, where it narrows nothing", () => {
  fc.assert(
    fc.property(samples, ({ schema, value }) => {
      for (const name of ["openai", "anthropic", "common"] as const) {
        const lowered = lower(schema, name);
        expect(profileViolations(lowered.schema, name)).toEqual([]);
        // Legal names only, so that nothing has to be restored.
        if (Object.keys(value as object).some((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))) continue;
        expect(compileSchema(lowered.schema).check(value)).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

test("a union inside of a union stays one that nothing stands beside", () => {
  const inner = { anyOf: [{ enum: ["low", "high"] }, {}], description: "How much" };
  const schema = { type: "object", properties: { a: { anyOf: [inner, { type: "null" }, { type: "integer" }] } } };
  for (const name of names) expect(profileViolations(lower(schema, name).schema, name)).toEqual([]);
});

test("every schema obeys every profile when it is lowered", () => {
  fc.assert(
    fc.property(samples, fc.constantFrom(...names), ({ schema }, name) => {
      expect(profileViolations(lower(schema, name).schema, name)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("openai-strict: what is more than the provider takes of one schema is told, and only there", () => {
  const values = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `${at}`.padEnd(length, "x"));
  const schema = (properties: object) => ({
    ...{ type: "object", properties, required: Object.keys(properties), additionalProperties: false },
  });
  const many = schema({ a: { enum: values(700, 5) }, b: { type: "array", items: { enum: values(500, 5) } } });
  const long = schema({ a: { type: "string", enum: values(300, 60) } });
  const wide = schema(Object.fromEntries(values(1_500, 90).map((name) => [name, { type: "string" }])));
  expect(lower(many, "openai-strict").excess).toEqual([
    "It has 1200 values of enumerations, and at most 1000 are taken.",
  ]);
  expect(lower(long, "openai-strict").excess).toEqual([
    "It has 18000 characters in an enumeration of 300 texts, and at most 15000 are taken.",
  ]);
  expect(lower(wide, "openai-strict").excess).toEqual([
    "It has 135000 characters in names and values, and at most 120000 are taken.",
  ]);
  expect(profileViolations(lower(long, "openai-strict").schema, "openai-strict")).toHaveLength(1);
  for (const name of ["openai", "common"] as const) expect(lower(many, name).excess).toEqual([]);
  expect(lower(schema({ a: { enum: ["x", "y"] } }), "openai-strict").excess).toEqual([]);
});

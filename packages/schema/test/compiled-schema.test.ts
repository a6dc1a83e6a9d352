import { expect, test } from "vitest";
import { compileSchema, schemaDigest, settle } from "../src/index.js";

const paths = (schema: object, value: unknown) =>
  compileSchema(schema as never)
    .check(value)
    .map(({ path }) => path);

test("R01: a recursive schema compiles, by reference and by object", () => {
  const node = {
    $defs: {
      A: { type: "object", properties: { b: { $ref: "#/$defs/B" } }, required: ["b"] },
      B: { type: "object", properties: { a: { $ref: "#/$defs/A" } } },
    },
    $ref: "#/$defs/A",
  };
  expect(compileSchema(node).problem).toBeUndefined();
  expect(paths(node, { b: { a: { b: {} } } })).toEqual([]);
  expect(paths(node, { b: { a: {} } })).toEqual(["/b/a/b"]);

  const loop: Record<string, unknown> = { type: "object", required: ["name"] };
  loop["properties"] = { name: { type: "string" }, children: { type: "array", items: loop } };
  expect(paths(loop, { name: "a", children: [{ name: "b" }] })).toEqual([]);
  expect(paths(loop, { name: "a", children: [{}] })).toEqual(["/children/0/name"]);
});

test("R03: references that dangle are told, and the rest of the schema counts", () => {
  const schema = {
    type: "object",
    properties: { a: { $ref: "#/$defs/Gone" }, b: { type: "string" } },
    propertyNames: { $ref: "#/$defs/Names" },
    $defs: { Names: { $ref: "#/$defs/Inner" }, Inner: { enum: ["a", "b"] } },
  };
  expect(compileSchema(schema).problem).toMatch(/#\/\$defs\/Gone/);
  expect(paths(schema, { a: 1, b: "x" })).toEqual([]);
  expect(paths(schema, { b: 1 })).toEqual(["/b"]);
  expect(compileSchema(schema).check({ c: 1 })).not.toEqual([]);
});

test("R09: properties may have the names of keywords", () => {
  const names = ["$ref", "$id", "title", "type", "description", "default", "properties", "constructor"];
  const schema = JSON.parse(
    `{"type":"object","properties":{${names.map((name) => `"${name}":{"type":"string"}`).join()}},"required":${JSON.stringify(names)},"additionalProperties":false}`,
  );
  const value = JSON.parse(`{${names.map((name) => `"${name}":"x"`).join()}}`);
  expect(compileSchema(schema).problem).toBeUndefined();
  expect(paths(schema, value)).toEqual([]);
  expect(paths(schema, {}).length).toBe(names.length);
});

test("a schema of thousands of properties judges as any other", () => {
  const names = Array.from({ length: 1_600 }, (_, index) => `field_${index}`);
  const schema = { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
  expect(compileSchema(schema).problem).toBeUndefined();
  expect(paths(schema, { field_7: "a" })).toEqual([]);
  expect(paths(schema, { field_1599: 1 })).toEqual(["/field_1599"]);
});

test("a digest ignores the order of properties, and equal schemas share a validator", () => {
  expect(schemaDigest({ type: "object", title: "a" })).toBe(schemaDigest({ title: "a", type: "object" }));
  expect(compileSchema({ type: "object", title: "a" })).toBe(compileSchema({ title: "a", type: "object" }));
});

test("a refusal names every path and shows a correct call", () => {
  const schema = {
    type: "object",
    properties: { owner: { type: "string" }, issueNumber: { type: "integer", minimum: 1 } },
    required: ["owner", "issueNumber"],
    additionalProperties: false,
  };
  const settled = settle(
    schema,
    { owner: "acme", number: 42 },
    {
      toolName: "get_issue",
      callFor: (args) => ({ toolName: "get_issue", arguments: args }),
    },
  );
  expect(settled.error?.message).toContain("/issueNumber");
  expect(settled.error?.message).toContain("/number");
  expect(settled.error?.message).toContain('{"toolName":"get_issue","arguments":{"owner":"acme","issueNumber":42}}');
});

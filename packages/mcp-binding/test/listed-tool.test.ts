import type { Schema, Tool } from "@agent-tools/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listedTool } from "../src/listed-tool.js";

const tool = (inputSchema: unknown, outputSchema?: unknown): Tool => ({
  name: "t",
  inputSchema: inputSchema as Schema,
  ...(outputSchema !== undefined && { outputSchema: outputSchema as Schema }),
});

describe("a sound definition", () => {
  const sound: Tool = {
    name: "t",
    title: "T",
    icons: [{ src: "data:,", sizes: ["48x48"], theme: "dark" }],
    annotations: { readOnlyHint: true, "example.org/x": 1 },
    inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
    outputSchema: { type: "object" },
    _meta: { a: { b: 1 } },
    "x-kept": [1],
  };
  test.each(["legacy", "modern"] as const)("is the same object in the %s era", (era) => {
    expect(listedTool(sound, era)).toBe(sound);
  });
});

describe("a schema of the arguments", () => {
  test.each([
    [undefined, { type: "object" }],
    [true, { type: "object" }],
    [false, { type: "object", not: {} }],
    [
      { $ref: "#/$defs/a", $defs: {} },
      { type: "object", $ref: "#/$defs/a", $defs: {} },
    ],
    [{ type: ["object", "null"] }, { type: "object" }],
    [{ type: "string" }, { type: "object", allOf: [{ type: "string" }] }],
    [
      { type: "object", properties: { a: true, b: false, c: { type: "null" } }, required: true },
      { type: "object", properties: { a: {}, b: { not: {} }, c: { type: "null" } } },
    ],
  ])("%j is listed as an object's (R07)", (given, expected) => {
    expect(listedTool(tool(given), "legacy").inputSchema).toEqual(expected);
  });

  test("keeps boolean properties where the era knows them", () => {
    const given = { type: "object", properties: { a: true } };
    expect(listedTool(tool(given), "modern").inputSchema).toBe(given);
  });
});

describe("a schema of the result", () => {
  const object = { type: "object", properties: { n: { type: "number" } } };
  test.each([
    [{ $ref: "#/$defs/a~1b", $defs: { "a/b": object } }, true],
    [{ anyOf: [object, { $ref: "#/$defs/o" }], $defs: { o: object } }, true],
    [{ allOf: [{ description: "x" }, object] }, true],
    [{ properties: {} }, true],
    [{ anyOf: [object, { type: "null" }] }, false],
    [{ type: "array" }, false],
    [{ $ref: "#/$defs/gone" }, false],
    [{ $ref: "#" }, false],
    [{ allOf: [{ $ref: "#" }, { $ref: "#" }] }, false],
    [true, false],
  ])("%j is listed to an old client: %s (R05)", (given, isListed) => {
    const { outputSchema } = listedTool(tool({ type: "object" }, given), "legacy");
    expect(outputSchema).toEqual(isListed ? { ...(given as object), type: "object" } : undefined);
  });

  test("is kept whole for a new client", () => {
    const given = { type: "array", items: { $ref: "#" } };
    expect(listedTool(tool({ type: "object" }, given), "modern").outputSchema).toBe(given);
  });
});

test("every definition can be listed, and keeps its name", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.jsonValue(), (fields, input, output) => {
      for (const era of ["legacy", "modern"] as const) {
        const listed = listedTool({ ...fields, ...tool(input, output) }, era);
        expect(listed.name).toBe("t");
        expect(listed.inputSchema).toMatchObject({ type: "object" });
      }
    }),
  );
});

import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type DefinedTool, defineTool, standaloneContext, ToolError, toolsAdapter } from "../src/index.js";

const add: DefinedTool = defineTool({
  name: "add",
  title: "Add",
  description: "Adds two numbers.",
  input: Type.Object({ a: Type.Number(), b: Type.Optional(Type.Number()) }),
  annotations: { readOnlyHint: true },
  effect: "read",
  call: ({ a, b = 0 }) => a + b,
});

const measure: DefinedTool = defineTool({
  name: "measure",
  input: z.object({
    text: z.string().transform((text) => text.length),
    unit: z.enum(["characters"]).default("characters"),
  }),
  call: ({ text, unit }) => `${text} ${unit}`,
});

describe("defineTool with TypeBox", () => {
  test("the definition holds the schema and what else was given, and neither the handler nor the effect", () => {
    expect(JSON.parse(JSON.stringify(add.definition))).toEqual({
      name: "add",
      title: "Add",
      description: "Adds two numbers.",
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: "object",
        required: ["a"],
        properties: { a: { type: "number" }, b: { type: "number" } },
      },
    });
    expect(add.effect).toBe("read");
  });

  test("the handler gets the arguments and the context", async () => {
    const context = standaloneContext();
    const tool = defineTool({
      name: "who",
      input: Type.Object({}),
      call: (args, given) => [args, given === context],
    });
    expect(await tool.call({}, context)).toEqual([{}, true]);
    expect(tool.effect).toBeUndefined();
  });
});

describe("O10: defineTool with a Standard Schema (zod 4)", () => {
  test("the listed schema is the input side, as JSON Schema 2020-12", () => {
    expect(measure.definition.inputSchema).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { text: { type: "string" }, unit: { type: "string", enum: ["characters"], default: "characters" } },
      required: ["text"],
    });
  });

  test("the handler gets the output side: transformed, with defaults", async () => {
    expect(await measure.call({ text: "four" }, standaloneContext())).toBe("4 characters");
  });

  test("arguments that do not fit are refused before the handler, each issue with its path", async () => {
    const refused = measure.call({ text: 7, unit: "words" }, standaloneContext());
    await expect(refused).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(refused).rejects.toThrow(/"measure" refuses .*text: .*; unit: /);
    await expect(measure.call("no object", standaloneContext())).rejects.toThrow(/arguments: /);
  });

  test("a path may hold segment objects, as the standard allows", async () => {
    const tool = defineTool({
      name: "strict",
      input: {
        "~standard": {
          version: 1,
          vendor: "hand-made",
          validate: () => ({ issues: [{ message: "is wrong", path: [{ key: "list" }, 3, "name"] }] }),
          jsonSchema: { input: () => ({ type: "object" }) },
        },
      },
      call: () => "never",
    });
    await expect(tool.call({}, standaloneContext())).rejects.toThrow("list.3.name: is wrong");
  });

  test("a schema that cannot be written as JSON Schema is refused with the tool's name and what to do", () => {
    const define = () => defineTool({ name: "remind", input: z.object({ when: z.date() }), call: () => undefined });
    expect(define).toThrow(/schema of tool "remind" \(zod\) cannot be written as JSON Schema: .*Date/);
    expect(define).toThrow(ToolError);
  });

  test("so is a Standard Schema that has no JSON Schema form at all", () => {
    const input = { "~standard": { version: 1, vendor: "older", validate: (value: unknown) => ({ value }) } };
    const define = () => defineTool({ name: "remind", input, call: () => undefined });
    expect(define).toThrow(/schema of tool "remind" \(older\) cannot be written as JSON Schema/);
  });
});

describe("toolsAdapter", () => {
  const adapter = toolsAdapter([add, measure]);

  test("lists, calls, and tells the effects that were declared", async () => {
    const { tools } = await adapter.listTools(standaloneContext());
    expect(tools.map(({ name }) => name)).toEqual(["add", "measure"]);
    expect(await adapter.call("add", { a: 1, b: 2 }, standaloneContext())).toBe(3);
    expect([adapter.effect?.("add"), adapter.effect?.("measure"), adapter.effect?.("other")]).toEqual([
      "read",
      undefined,
      undefined,
    ]);
  });

  test("an unknown tool is unknown_target, also where its name is one of Object's own", async () => {
    for (const name of ["other", "constructor", "__proto__"]) {
      await expect(adapter.call(name, {}, standaloneContext())).rejects.toMatchObject({ code: "unknown_target" });
    }
  });

  test("two tools of one name are refused when the adapter is made", () => {
    expect(() => toolsAdapter([add, add])).toThrow('Two tools are called "add". Give each its own name.');
  });
});

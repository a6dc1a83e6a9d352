import type { Tool } from "@agent-tools/contract";
import fc from "fast-check";
import typescript from "typescript";
import { describe, expect, test } from "vitest";
import { providerName, signature, toChatTool, toProviderTool } from "../src/index.js";
import { samples } from "./schema-arbitrary.js";

const tool = (inputSchema: unknown, more: Partial<Tool> = {}): Tool => ({
  name: "do_it",
  inputSchema: inputSchema as never,
  ...more,
});

function faults(text: string): unknown[] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith("do_it("));
  const source = `${lines.slice(0, start).join("\n")}\ninterface Tools {\n${lines.slice(start).join("\n")}\n}`;
  return typescript.transpileModule(source, { reportDiagnostics: true }).diagnostics ?? [];
}

describe("a signature is TypeScript", () => {
  test.each<[string, unknown, string]>([
    [
      "required and optional",
      { properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["a"] },
      "do_it(args: { a: string; b?: number })",
    ],
    ["nothing at all", { type: "object", properties: {}, additionalProperties: false }, "do_it()"],
    ["anything", undefined, "do_it(args?: Record<string, unknown>)"],
    [
      "values",
      { properties: { a: { enum: ["x", 1, null] }, b: { const: "y" } } },
      'do_it(args?: { a?: "x" | 1 | null; b?: "y" })',
    ],
    [
      "lists and tuples",
      {
        properties: {
          a: { type: "array", items: { type: ["string", "null"] } },
          b: { prefixItems: [{ type: "number" }], items: false, minItems: 1 },
        },
      },
      "do_it(args?: { a?: (string | null)[]; b?: [number] })",
    ],
    [
      "maps",
      { properties: { a: { type: "object", additionalProperties: { type: "boolean" } } } },
      "do_it(args?: { a?: Record<string, boolean> })",
    ],
    [
      "names that are none",
      { properties: { "a-b": {}, $ref: {} } },
      'do_it(args?: { "a-b"?: unknown; $ref?: unknown })',
    ],
    [
      "R07: a union at the root",
      { type: "object", properties: { a: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "do_it(args?: { a?: unknown } & ({ a: unknown } | { b: unknown }))",
    ],
    [
      "R01: a type that holds itself",
      {
        $ref: "#/$defs/tree-node",
        $defs: { "tree-node": { properties: { kids: { items: { $ref: "#/$defs/tree-node" } } } } },
      },
      "type TreeNode = { kids?: TreeNode[] };\ndo_it(args?: TreeNode)",
    ],
    [
      "R09: properties called like keywords",
      { properties: { title: { type: "string" }, type: { type: "string" }, properties: { type: "object" } } },
      "do_it(args?: { title?: string; type?: string; properties?: Record<string, unknown> })",
    ],
  ])("%s", (_, schema, expected) => {
    const text = signature(tool(schema));
    expect(text).toBe(expected);
    expect(faults(text)).toEqual([]);
  });

  test("with comments, a result, and a name that is no identifier", () => {
    const properties = { n: { type: "integer", minimum: 1, default: 5, description: "How many.\nEnds */ here" } };
    const text = signature(
      {
        ...tool({ properties }),
        name: "do-it",
        outputSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
      },
      { comments: true },
    );
    expect(text.split("\n")).toEqual([
      '"do-it"(args?: {',
      "  /** How many. Ends * / here · at least 1 · Default: 5 */",
      "  n?: number;",
      "}): Promise<{",
      "  ok: boolean;",
      "}>",
    ]);
  });

  test("is bounded: deep types are cut, long ones used twice are named", () => {
    expect(
      signature(tool({ properties: { a: { type: "object", properties: { b: { type: "object" } } } } }), { depth: 1 }),
    ).toBe("do_it(args?: { a?: object })");
    const long = {
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`property${index}`, { type: "string" }]),
      ),
    };
    const text = signature(
      tool({ properties: { a: { $ref: "#/$defs/long" }, b: { $ref: "#/$defs/long" } }, $defs: { long } }),
    );
    expect(text).toMatch(/^type Long = .*;\ndo_it\(args\?: \{ a\?: Long; b\?: Long \}\)$/);
  });

  test("whatever the schema", () => {
    fc.assert(
      fc.property(samples, fc.boolean(), ({ schema }, comments) => {
        expect(faults(signature(tool(schema, { outputSchema: schema }), { comments }))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("O21: a tool as a complete entry of a provider's request", () => {
  const order = tool(
    {
      type: "object",
      properties: { orderId: { type: "string", pattern: "^ORD-[A-Z0-9]{5}$" } },
      required: ["orderId"],
    },
    { description: "Finds an order." },
  );
  const parameters = {
    type: "object",
    properties: { orderId: { type: "string", pattern: "^ORD-[A-Z0-9]{5}$" } },
    required: ["orderId"],
  };
  const named = { name: "do_it", description: "Finds an order." };

  test("OpenAI, Anthropic, Google, and servers like OpenAI's", () => {
    expect(toProviderTool(order, "openai")).toEqual({ type: "function", ...named, parameters, strict: false });
    expect(toChatTool(toProviderTool(order, "openai"))).toEqual({
      type: "function",
      function: { ...named, parameters, strict: false },
    });
    expect(toProviderTool(order, "openai-strict")).toEqual({
      type: "function",
      ...named,
      parameters: { ...parameters, additionalProperties: false },
      strict: true,
    });
    expect(toProviderTool(order, "anthropic")).toEqual({ ...named, input_schema: parameters });
    expect(toProviderTool(order, "gemini")).toEqual({
      ...named,
      parameters: {
        type: "object",
        properties: { orderId: { type: "string", description: "matching ^ORD-[A-Z0-9]{5}$" } },
        required: ["orderId"],
      },
    });
    expect(toProviderTool(tool({}), "gemini")).toEqual({ name: "do_it", description: "do_it" });
    expect(toProviderTool(order, "llama-cpp")).toMatchObject({ type: "function", function: named });
  });

  test("R11: long names that are equal in their first 64 characters stay apart, legal and the same", () => {
    const [one, two] = ["a", "b"].map(
      (end) => `${"get_repository_pull_request_review_comment_".repeat(2).slice(0, 79)}${end}`,
    ) as [string, string];
    expect(one.slice(0, 64)).toBe(two.slice(0, 64));
    const fitted = [one, two, "1.list/all", "ünïcode"].map(providerName);
    for (const name of fitted) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    expect(new Set(fitted).size).toBe(4);
    expect(fitted).toEqual([one, two, "1.list/all", "ünïcode"].map(providerName));
    expect(providerName("get_issue")).toBe("get_issue");
  });
});

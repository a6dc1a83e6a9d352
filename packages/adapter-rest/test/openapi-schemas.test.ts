import { standaloneContext, type Tool } from "@agent-tools/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { openApiAdapter } from "../src/index.js";
import { compiled, type Fields, fieldsOf, json, ok, openapi, toolsOf } from "./imported.js";
import { echoService } from "./services.js";

const echo = echoService();

describe("schemas", () => {
  it("R01 imports recursive schemas, each tool with exactly what it reaches", async () => {
    const schemas = {
      Node: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/components/schemas/Node" } } },
      },
      A: { type: "object", properties: { b: { $ref: "#/components/schemas/B" } } },
      B: { type: "object", properties: { a: { $ref: "#/components/schemas/A" } } },
      Unused: { type: "object" },
    };
    const post = (name: string) => ({
      post: {
        operationId: name,
        requestBody: { content: json({ $ref: `#/components/schemas/${name}` }) },
        responses: { 200: { description: "ok", content: json({ $ref: `#/components/schemas/${name}` }) } },
      },
    });
    const document = openapi({ "/node": post("Node"), "/a": post("A") }, { components: { schemas } });
    const { node, a } = await toolsOf(document);
    expect(compiled([node, a] as Tool[])).toBe(4);
    expect(Object.keys(fieldsOf(node?.inputSchema)["$defs"] as Fields)).toEqual(["Node"]);
    expect(Object.keys(fieldsOf(a?.inputSchema)["$defs"] as Fields)).toEqual(["A", "B"]);
    expect(JSON.parse(JSON.stringify(node))).toEqual(node);
    const body = { children: [{ children: [] }] };
    expect(JSON.parse((await echo.sent(document, "node", { body })).body.text)).toEqual(body);
  });

  it("R01 ends where a schema consists of itself, and says so", async () => {
    const schemas = {
      Self: { $ref: "#/components/schemas/Self" },
      All: { allOf: [{ $ref: "#/components/schemas/Any" }] },
      Any: { anyOf: [{ $ref: "#/components/schemas/All" }, { type: "string" }] },
    };
    const body = (name: string) => ({
      post: { requestBody: { content: json({ $ref: `#/components/schemas/${name}` }) }, responses: ok },
    });
    const adapter = await openApiAdapter({
      document: openapi({ "/self": body("Self"), "/all": body("All") }, { components: { schemas } }),
    });
    const { tools } = await adapter.listTools(standaloneContext());
    const ajv = new Ajv2020({ strict: false });
    for (const { inputSchema } of tools) ajv.compile(inputSchema as Fields)({ body: { any: 1 } });
    expect(adapter.report).toMatchObject({ imported: 0, degraded: 2, skipped: 0 });
    expect(adapter.report.operations[1]?.reasons[0]).toContain("consists of itself");
  });

  it("R03 leaves no dangling reference: nested ones, propertyNames, and those that lead nowhere", async () => {
    const schemas = {
      Kind: { $ref: "#/components/schemas/KindName" },
      KindName: { type: "string", enum: ["a", "b"] },
      Dict: {
        type: "object",
        propertyNames: { $ref: "#/components/schemas/Kind" },
        patternProperties: { "^x": { $ref: "#/components/schemas/Deep" } },
        additionalProperties: { $ref: "#/components/schemas/Gone" },
      },
      Deep: {
        type: "array",
        prefixItems: [{ $ref: "#/components/schemas/Kind" }],
        contains: { $ref: "#/components/schemas/KindName" },
      },
    };
    const response = { 200: { description: "ok", content: json({ $ref: "#/components/schemas/Dict" }) } };
    const adapter = await openApiAdapter({
      document: openapi({ "/d": { get: { responses: response } } }, { components: { schemas } }),
    });
    const { tools } = await adapter.listTools(standaloneContext());
    expect(compiled(tools)).toBe(2);
    expect(adapter.report.operations[0]).toMatchObject({
      status: "degraded",
      reasons: ["the reference #/components/schemas/Gone leads nowhere"],
    });
  });

  it("brings the dialects of 2.0 and 3.0 to JSON Schema 2020-12", async () => {
    const schemas = {
      Cat: { type: "object", properties: { meow: { type: "integer" } } },
      Body: {
        type: "object",
        required: ["id", "n"],
        properties: {
          id: { type: "string", readOnly: true },
          n: { type: "integer", minimum: 0, exclusiveMinimum: true },
          nothing: { nullable: true, allOf: [{ $ref: "#/components/schemas/Cat" }] },
          kind: { type: "string", nullable: true, enum: ["a"] },
          tuple: { type: "array", items: [{ type: "string" }], additionalItems: false },
          wrong: { type: "Date", required: true, enum: [], pattern: "(?i)x", minLength: "3" },
          title: { type: "string", title: "kept as a property" },
        },
      },
    };
    const document = {
      ...openapi(
        { "/x": { post: { requestBody: { content: json({ $ref: "#/components/schemas/Body" }) }, responses: ok } } },
        { components: { schemas } },
      ),
      openapi: "3.0.3",
    };
    const tool = Object.values(await toolsOf(document))[0] as Tool;
    expect(((tool.inputSchema as Fields)["properties"] as Fields)["body"]).toEqual({
      type: "object",
      required: ["n"],
      properties: {
        n: { type: "integer", exclusiveMinimum: 0 },
        nothing: { anyOf: [{ allOf: [{ $ref: "#/$defs/Cat" }] }, { type: "null" }] },
        kind: { type: ["string", "null"], enum: ["a", null] },
        tuple: { type: "array", prefixItems: [{ type: "string" }], items: false },
        wrong: { type: "string", minLength: 3 },
        title: { type: "string", title: "kept as a property" },
      },
    });
  });

  it("takes what is readOnly out of inputs and writeOnly out of outputs, through references and allOf", async () => {
    const schemas = {
      Id: { type: "string", readOnly: true },
      Base: {
        type: "object",
        properties: { id: { $ref: "#/components/schemas/Id" }, secret: { type: "string", writeOnly: true } },
      },
      Thing: {
        allOf: [
          { $ref: "#/components/schemas/Base" },
          { type: "object", required: ["id", "secret", "name"], properties: { name: {} } },
        ],
      },
    };
    const content = json({ $ref: "#/components/schemas/Thing" });
    const document = openapi(
      { "/x": { post: { requestBody: { content }, responses: { 200: { description: "", content } } } } },
      { components: { schemas } },
    );
    const tool = Object.values(await toolsOf(document))[0] as Tool;
    const ajv = new Ajv2020({ strict: false });
    const takes = ajv.compile(tool.inputSchema as Fields);
    expect([takes({ body: { name: 1, secret: "s" } }), takes({ body: { name: 1 } })]).toEqual([true, false]);
    const answers = ajv.compile(tool.outputSchema as Fields);
    expect([answers({ name: 1, id: "7" }), answers({ name: 1 })]).toEqual([true, false]);
    expect(JSON.stringify(tool.inputSchema)).not.toContain('"id"');
  });

  it("shows the value of a discriminator in each branch, and takes overlapping alternatives", async () => {
    const schemas = {
      Pet: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "Dog" } },
      },
      Cat: { type: "object", properties: { kind: { type: "string" }, meow: {} } },
      Dog: { type: "object", properties: { kind: { type: "string" }, bark: {} } },
    };
    const parameters = [{ name: "n", in: "query", schema: { oneOf: [{ type: "integer" }, { type: "number" }] } }];
    const document = openapi(
      {
        "/p": {
          post: { parameters, requestBody: { content: json({ $ref: "#/components/schemas/Pet" }) }, responses: ok },
        },
      },
      { components: { schemas } },
    );
    const tool = Object.values(await toolsOf(document))[0] as Tool;
    const validate = new Ajv2020({ strict: false }).compile(tool.inputSchema as Fields);
    expect(validate({ n: 5, body: { kind: "cat" } })).toBe(true);
    expect(validate({ body: { kind: "cow" } })).toBe(false);
  });

  it("shows the root of an output schema itself, and none where a success may come without JSON", async () => {
    const schemas = { Thing: { type: "object", properties: { id: { type: "string" } } } };
    const content = json({ $ref: "#/components/schemas/Thing" });
    const response = (codes: Fields) => ({ get: { responses: codes } });
    const document = openapi(
      {
        "/exact": response({ 200: { content }, default: { content: json({ type: "string" }) } }),
        "/range": response({ "2XX": { content } }),
        "/default": response({ default: { content } }),
        "/mixed": response({ 200: { content }, 204: { description: "" } }),
        "/two": response({ 200: { content }, 201: { content: json({ type: "array" }) } }),
        "/none": { get: {} },
      },
      { components: { schemas } },
    );
    const tools = await toolsOf(document);
    const plain = { type: "object", properties: { id: { type: "string" } } };
    for (const name of ["get_exact", "get_range", "get_default"]) expect(tools[name]?.outputSchema).toEqual(plain);
    expect(tools["get_mixed"]?.outputSchema).toBeUndefined();
    expect(Object.keys(tools["get_none"] as Tool)).not.toContain("outputSchema");
    expect(fieldsOf(tools["get_two"]?.outputSchema)["anyOf"]).toHaveLength(2);
  });
});

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isObject, standaloneContext, standaloneHost, type Tool, type ToolResult } from "@agent-tools/contract";
import { publicOnly } from "@agent-tools/network";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenApiOptions, openApiAdapter } from "../src/index.js";
import { type Echo, startEcho } from "./echo.js";
import { refusal } from "./refusal.js";
import { answer, serve } from "./serve.js";

let echo: Awaited<ReturnType<typeof startEcho>>;
let folder: string;
beforeAll(async () => {
  echo = await startEcho();
  folder = await mkdtemp(path.join(tmpdir(), "adapter-rest-"));
});
afterAll(async () => {
  await echo.stop();
  await rm(folder, { recursive: true });
});

type Fields = Record<string, unknown>;
const fieldsOf = (schema: unknown): Fields => schema as Fields;
const ok = { 200: { description: "ok" } };
const json = (schema: unknown) => ({ "application/json": { schema } });
const openapi = (paths: Fields, more: Fields = {}) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "2.5" },
  paths,
  ...more,
});

async function toolsOf(
  document: object,
  options: Omit<OpenApiOptions, "document"> = {},
): Promise<Record<string, Tool>> {
  const adapter = await openApiAdapter({ document, ...options });
  const { tools } = await adapter.listTools(standaloneContext());
  return Object.fromEntries(tools.map((tool) => [tool.name, tool]));
}

/** Compiles every schema, and tells how many there were. */
function compiled(tools: Iterable<Tool>): number {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  let count = 0;
  for (const { inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      if (schema === undefined) continue;
      ajv.compile(schema as Fields);
      count += 1;
    }
  }
  return count;
}

async function sent(document: object, tool: string, args: object, options: Omit<OpenApiOptions, "document"> = {}) {
  const adapter = await openApiAdapter({ document, baseUrl: `${echo.url}/v1`, ...options });
  const result = (await adapter.call(tool, args, standaloneContext())) as ToolResult;
  return result.structuredContent as unknown as Echo;
}

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
    expect(JSON.parse((await sent(document, "node", { body })).body.text)).toEqual(body);
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
      },
      { components: { schemas } },
    );
    const tools = await toolsOf(document);
    const plain = { type: "object", properties: { id: { type: "string" } } };
    for (const name of ["get_exact", "get_range", "get_default"]) expect(tools[name]?.outputSchema).toEqual(plain);
    expect(tools["get_mixed"]?.outputSchema).toBeUndefined();
    expect(fieldsOf(tools["get_two"]?.outputSchema)["anyOf"]).toHaveLength(2);
  });
});

describe("names and descriptions", () => {
  it("O45 names tools by the snake_case of operationId, else by method and path", async () => {
    const document = openapi({
      "/orders/{orderId}": {
        get: { operationId: "getOrder", responses: ok },
        delete: { responses: ok },
        post: { operationId: "Orders/update-HTTPStatus", responses: ok },
      },
    });
    expect(Object.keys(await toolsOf(document))).toEqual([
      "get_order",
      "delete_orders_order_id",
      "orders_update_http_status",
    ]);
  });

  it("R11 keeps names within 64 characters, distinct, callable, and the same when other operations come and go", async () => {
    const long = "listEverythingThatWasEverStoredInTheArchiveOfTheOldDepartmentOfRecords";
    const paths = {
      "/a": { get: { operationId: `${long}First`, responses: ok } },
      "/b": { get: { operationId: `${long}Second`, responses: ok } },
      "/c": { get: { operationId: "same", responses: ok } },
      "/d": { get: { operationId: "same", responses: ok } },
    };
    const names = Object.keys(await toolsOf(openapi(paths)));
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[a-z\d_]{1,64}$/);
    const { "/a": _, ...others } = paths;
    expect(Object.keys(await toolsOf(openapi(others)))).toEqual(names.slice(1));
    expect((await sent(openapi(paths), names[0] as string, {})).path).toBe("/v1/a");
    expect((await sent(openapi(paths), names[1] as string, {})).path).toBe("/v1/b");
  });

  it("says what the model needs and no more, and keeps where a tool comes from in _meta", async () => {
    const document = openapi({
      "/x": {
        get: {
          summary: "List things",
          description: "<p>Lists  <b>all</b> things.</p>\n\n\nIn <unit>.",
          deprecated: true,
          responses: ok,
        },
      },
      "/y": { delete: { responses: ok, description: `Long. ${"Words and words. ".repeat(200)}` } },
    });
    const tools = await toolsOf(document);
    expect(tools["get_x"]).toMatchObject({
      title: "List things",
      description: "Deprecated. List things. Lists all things.\nIn <unit>.",
      annotations: { readOnlyHint: true, destructiveHint: false },
      _meta: {
        generationMetadata: {
          generatedFrom: "openapi",
          sourceVersion: "2.5",
          digest: expect.stringMatching(/^sha256:/),
        },
      },
    });
    expect(tools["delete_y"]?.description?.length).toBeLessThanOrEqual(1_200);
    expect(tools["delete_y"]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it("obeys x-agent-tools, and picks by name and tag", async () => {
    const document = openapi({
      "/a": {
        post: {
          operationId: "find",
          tags: ["one"],
          "x-agent-tools": { name: "search", effect: "read", description: "Searches." },
          responses: ok,
        },
      },
      "/b": { get: { operationId: "listB", tags: ["two"], responses: ok } },
      "/c": { get: { operationId: "hidden", "x-agent-tools": { enabled: false }, responses: ok } },
    });
    const adapter = await openApiAdapter({ document });
    expect(
      (await adapter.listTools(standaloneContext())).tools.map(({ name, description }) => [name, description]),
    ).toEqual([
      ["search", "Searches."],
      ["list_b", "GET /b"],
    ]);
    expect([adapter.effect?.("search"), adapter.effect?.("list_b")]).toEqual(["read", "read"]);
    expect(adapter.report).toMatchObject({ imported: 2, skipped: 1 });
    expect(Object.keys(await toolsOf(document, { tags: ["two"] }))).toEqual(["list_b"]);
    expect(Object.keys(await toolsOf(document, { include: ["l*"] }))).toEqual(["list_b"]);
    expect(Object.keys(await toolsOf(document, { exclude: ["l*"] }))).toEqual(["search"]);
  });
});

describe("parameters", () => {
  it("R41 takes over path-item parameters, through references, unless the operation overrides them", async () => {
    const parameters = { Id: { name: "id", in: "path", required: true, schema: { type: "string" } } };
    const own = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
    const document = openapi(
      {
        "/x/{id}": {
          parameters: [{ $ref: "#/components/parameters/Id" }, { name: "q", in: "query", schema: {} }],
          get: { responses: ok },
          put: { parameters: own, responses: ok },
          post: { responses: ok },
          delete: { responses: ok },
        },
      },
      { components: { parameters } },
    );
    for (const method of ["get", "put", "post", "delete"]) {
      expect(await sent(document, `${method}_x_id`, { id: 7, q: "" })).toMatchObject({
        path: "/v1/x/7",
        rawQuery: "q=",
      });
    }
    const tools = await toolsOf(document);
    expect(fieldsOf(tools["put_x_id"]?.inputSchema)["properties"]).toMatchObject({ id: { type: "integer" } });
    expect((await refusal(sent(document, "get_x_id", {}))).message).toContain("needs id");
  });

  it("R47 encodes path values, keeps blank query values, and reads 2XX responses", async () => {
    const parameters = [
      { name: "v", in: "path", required: true, schema: { type: "string" } },
      { name: "q", in: "query", schema: { type: "string" } },
    ];
    const document = openapi({
      "/f/{v}/end": { get: { parameters, responses: { "2XX": { content: json({ type: "object" }) } } } },
    });
    expect(await sent(document, "get_f_v_end", { v: "a/b c ñ", q: "" })).toMatchObject({
      path: "/v1/f/a%2Fb%20c%20%C3%B1/end",
      rawQuery: "q=",
    });
    for (const v of ["..", ".", ""]) {
      expect((await refusal(sent(document, "get_f_v_end", { v }))).code).toBe("invalid_arguments");
    }
  });

  it("keeps parameters of one name apart, respells what providers refuse, and refuses what is unknown", async () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: {} },
      { name: "id", in: "query", schema: {} },
      { name: "filter[a b]", in: "query", schema: {} },
      { name: "body", in: "query", schema: {} },
      { name: "__proto__", in: "query", schema: {} },
    ];
    const document = openapi({
      "/x/{id}": { post: { operationId: "x", parameters, requestBody: { content: json({}) }, responses: ok } },
    });
    const args = { id: 1, query_id: 2, filter_a_b: 3, query_body: 4, body: { id: 5 } };
    const request = await sent(document, "x", args);
    expect(request).toMatchObject({ path: "/v1/x/1", rawQuery: "id=2&filter%5Ba%20b%5D=3&body=4" });
    expect(request.body.text).toBe('{"id":5}');
    expect((await refusal(sent(document, "x", { ...args, idd: 1 }))).hint).toContain("filter_a_b");
  });

  it("degrades an operation whose path and parameters disagree, and skips what is none", async () => {
    const adapter = await openApiAdapter({
      document: openapi({
        "/x/{a}/{B}": {
          get: {
            parameters: [
              { name: "b", in: "path", schema: {} },
              { name: "gone", in: "path", schema: {} },
              { in: "query" },
            ],
            responses: ok,
          },
          post: "nonsense",
        },
        "no-slash": { get: { responses: ok } },
        "/gone": { $ref: "#/nowhere" },
      }),
    });
    expect(adapter.report).toMatchObject({ imported: 0, degraded: 1, skipped: 3 });
    expect(adapter.report.operations.every(({ reasons }) => reasons.length > 0)).toBe(true);
    const { tools } = await adapter.listTools(standaloneContext());
    expect(fieldsOf(tools[0]?.inputSchema)["required"]).toEqual(["B", "a"]);
  });
});

describe("documents", () => {
  it("R45 imports Swagger 2.0: host, basePath, schemes, body and formData", async () => {
    const document = {
      swagger: "2.0",
      info: { title: "Pets", version: "1" },
      host: `127.0.0.1:${echo.port}`,
      basePath: "/v2",
      schemes: ["http"],
      paths: {
        "/pet": {
          post: {
            operationId: "addPet",
            parameters: [{ in: "body", name: "body", required: true, schema: { $ref: "#/definitions/Pet" } }],
            responses: {},
          },
          get: {
            operationId: "findPets",
            parameters: [
              { in: "query", name: "tags", type: "array", items: { type: "string" }, collectionFormat: "multi" },
              { in: "query", name: "ids", type: "array", items: { type: "integer" } },
              { in: "query", name: "pipes", type: "array", items: { type: "string" }, collectionFormat: "pipes" },
              { in: "query", name: "tabs", type: "array", items: { type: "string" }, collectionFormat: "tsv" },
            ],
            responses: { 200: { description: "ok", schema: { type: "array", items: { $ref: "#/definitions/Pet" } } } },
          },
        },
        "/pet/{id}/image": {
          post: {
            operationId: "uploadImage",
            consumes: ["multipart/form-data"],
            parameters: [
              { in: "path", name: "id", required: true, type: "integer" },
              { in: "formData", name: "note", type: "string" },
              { in: "formData", name: "file", type: "file", required: true },
            ],
            responses: {},
          },
        },
      },
      definitions: { Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } } },
    };
    const adapter = await openApiAdapter({ document });
    expect(compiled((await adapter.listTools(standaloneContext())).tools)).toBe(4);
    const run = async (name: string, args: object) =>
      ((await adapter.call(name, args, standaloneContext())) as ToolResult).structuredContent as unknown as Echo;
    expect(await run("add_pet", { body: { name: "Rex" } })).toMatchObject({
      path: "/v2/pet",
      body: { text: '{"name":"Rex"}' },
    });
    const found = await run("find_pets", { tags: ["a", "b"], ids: [1, 2], pipes: ["x", "y"], tabs: ["p", "q"] });
    expect(found.rawQuery).toBe("tags=a&tags=b&ids=1,2&pipes=x%7Cy&tabs=p%09q");
    const upload = await run("upload_image", {
      id: 1,
      body: { note: "n", file: { text: "hi", filename: "a.txt", contentType: "text/plain" } },
    });
    expect(upload.parts).toMatchObject([
      { name: "note", text: "n", contentType: null },
      { name: "file", text: "hi", filename: "a.txt", contentType: "text/plain" },
    ]);
  });

  it("reads several files, but nothing outside the folder, and follows no link out of it", async () => {
    await mkdir(path.join(folder, "api", "schemas"), { recursive: true });
    await writeFile(path.join(folder, "outside.yaml"), "type: string\n");
    await symlink(path.join(folder, "outside.yaml"), path.join(folder, "api", "link.yaml"));
    await writeFile(
      path.join(folder, "api", "schemas", "pet.yaml"),
      "Pet:\n  type: object\n  properties:\n    owner: { $ref: '../owner.json#/Owner' }\n    next: { $ref: '#/Pet' }\n",
    );
    await writeFile(
      path.join(folder, "api", "owner.json"),
      JSON.stringify({ Owner: { type: "object", properties: { name: { type: "string" } } } }),
    );
    const root = openapi({
      "/pets": { $ref: "paths.yaml#/pets" },
      "/out": {
        get: {
          parameters: [
            { name: "a", in: "query", schema: { $ref: "../outside.yaml" } },
            { name: "b", in: "query", schema: { $ref: "link.yaml" } },
          ],
          responses: ok,
        },
      },
    });
    await writeFile(
      path.join(folder, "api", "paths.yaml"),
      "pets:\n  post:\n    operationId: addPet\n    requestBody: { content: { application/json: { schema: { $ref: 'schemas/pet.yaml#/Pet' } } } }\n    responses: { 200: { description: ok } }\n",
    );
    const file = path.join(folder, "api", "openapi.json");
    await writeFile(file, JSON.stringify(root));
    const adapter = await openApiAdapter({ document: file });
    const { tools } = await adapter.listTools(standaloneContext());
    expect(compiled(tools)).toBe(2);
    const body = (fieldsOf(tools[0]?.inputSchema)["properties"] as Fields)["body"] as Fields;
    expect(Object.keys(body["properties"] as Fields)).toEqual(["owner", "next"]);
    expect(adapter.report.warnings).toHaveLength(2);
    expect(adapter.report.operations[1]).toMatchObject({ status: "degraded" });
    const wider = await openApiAdapter({ document: file, references: { folder } });
    expect(wider.report.warnings).toEqual([]);
  });

  it("fetches remote references only where the host allows it, and only through the network policy", async () => {
    let hits = 0;
    const server = await serve((_, response) => {
      hits += 1;
      answer(response, 200, { type: "object", properties: { remote: {} } });
    });
    const document = openapi({
      "/x": { post: { requestBody: { content: json({ $ref: `${server.url}/schema.json` }) }, responses: ok } },
    });
    const refused = await openApiAdapter({ document });
    expect(refused.report.warnings[0]).toContain("references.origins");
    expect(hits).toBe(0);
    const shielded = await openApiAdapter(
      { document, references: { origins: [server.url] } },
      standaloneHost({ network: publicOnly() }),
    );
    expect(shielded.report.warnings[0]).toContain("network shield refused");
    expect(hits).toBe(0);
    const allowed = await openApiAdapter({ document, references: { origins: [server.url] } });
    expect(JSON.stringify((await allowed.listTools(standaloneContext())).tools)).toContain("remote");
    await server.close();
  });

  it("imports from a URL, whose servers are relative to it", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/docs/openapi.json")
        answer(response, 200, openapi({ "/x": { get: { responses: ok } } }, { servers: [{ url: "../api" }] }));
      else answer(response, 200, { path: request.url });
    });
    const adapter = await openApiAdapter({ document: `${server.url}/docs/openapi.json` });
    const result = (await adapter.call("get_x", {}, standaloneContext())) as ToolResult;
    expect(result.structuredContent).toEqual({ path: "/api/x" });
    await server.close();
  });

  it("O45 lets baseUrl override every server, and fills server variables", async () => {
    const servers = [
      {
        url: "https://{region}.example.com/{base}",
        variables: { region: { default: "eu", enum: ["eu", "us"] }, base: { default: "v1" } },
      },
    ];
    const document = openapi({ "/x": { servers, get: { servers, responses: ok } } }, { servers });
    expect((await sent(document, "get_x", {})).path).toBe("/v1/x");
    const adapter = await openApiAdapter({ document, serverVariables: { region: "mars" } });
    expect((await refusal(() => adapter.call("get_x", {}, standaloneContext()))).message).toContain("eu, us");
    const nowhere = await openApiAdapter({ document: openapi({ "/x": { get: { responses: ok } } }) });
    expect((await refusal(() => nowhere.call("get_x", {}, standaloneContext()))).hint).toContain("baseUrl");
  });

  it("says what is wrong with a document that is none", async () => {
    expect((await refusal(openApiAdapter({ document: "{}\n" }))).hint).toContain('"openapi"');
    expect((await refusal(openApiAdapter({ document: "a: [\n" }))).message).toContain("neither JSON nor YAML");
    expect((await refusal(openApiAdapter({ document: path.join(folder, "none.json") }))).message).toContain(
      "none.json",
    );
    expect((await refusal(openApiAdapter({ document: { openapi: "4.0.0" } }))).hint).toContain("4.0.0");
  });

  it("imports a document without paths, and one whose parts are of the wrong kind", async () => {
    for (const paths of [
      undefined,
      null,
      [],
      "x",
      { "/x": null, "/y": { get: { parameters: "x", requestBody: 7, responses: "y", tags: 1, security: "z" } } },
    ]) {
      const adapter = await openApiAdapter({ document: { openapi: "3.0.0", paths } });
      for (const { inputSchema } of (await adapter.listTools(standaloneContext())).tools)
        expect(isObject(inputSchema)).toBe(true);
      expect(adapter.report.warnings).toEqual([]);
    }
  });
});

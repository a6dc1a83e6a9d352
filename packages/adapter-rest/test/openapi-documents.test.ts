import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isObject, standaloneContext, standaloneHost, type ToolResult } from "@agent-tools/contract";
import { publicOnly } from "@agent-tools/network";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiAdapter } from "../src/index.js";
import type { Echo } from "./echo.js";
import { compiled, type Fields, fieldsOf, json, ok, openapi } from "./imported.js";
import { refusal } from "./refusal.js";
import { answer, serve } from "./serve.js";
import { echoService } from "./services.js";

const echo = echoService();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "adapter-rest-"));
});
afterAll(() => rm(folder, { recursive: true }));

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
    // An origin that is allowed leads neither to another one nor to files.
    const away = await serve((_, response) => response.writeHead(302, { location: `${server.url}/schema.json` }).end());
    const reference = (to: string) =>
      openapi({ "/x": { post: { requestBody: { content: json({ $ref: to }) }, responses: ok } } });
    const redirected = await openApiAdapter({
      document: reference(`${away.url}/schema.json`),
      references: { origins: [away.url] },
    });
    expect(redirected.report.warnings[0]).toContain(`redirected to ${server.url}`);
    const local = await serve((_, response) =>
      answer(response, 200, { $ref: pathToFileURL(path.join(folder, "x.json")) }),
    );
    const outer = path.join(folder, "outer.json");
    await writeFile(path.join(folder, "x.json"), "{}");
    await writeFile(outer, JSON.stringify(reference(`${local.url}/schema.json`)));
    const file = await openApiAdapter({ document: outer, references: { origins: [local.url] } });
    expect(file.report.warnings[0]).toContain("may not refer to files");
    await Promise.all([away.close(), local.close()]);
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
    expect((await echo.sent(document, "get_x", {})).path).toBe("/v1/x");
    const adapter = await openApiAdapter({ document, serverVariables: { region: "mars" } });
    expect((await refusal(() => adapter.call("get_x", {}, standaloneContext()))).message).toContain("eu, us");
    const nowhere = await openApiAdapter({ document: openapi({ "/x": { get: { responses: ok } } }) });
    expect((await refusal(() => nowhere.call("get_x", {}, standaloneContext()))).hint).toContain("baseUrl");
  });

  it("sends each call to the server of its operation, else of its path, else of the description", async () => {
    const server = (base: string) => ({ servers: [{ url: `${echo.url}/${base}` }, { url: "https://second.invalid" }] });
    const document = openapi(
      {
        "/a": { ...server("path"), get: { ...server("operation"), responses: ok }, put: { responses: ok } },
        "/b": { get: { responses: ok } },
      },
      server("root"),
    );
    const path = async (tool: string) => (await echo.sent(document, tool, {}, { baseUrl: undefined })).path;
    expect([await path("get_a"), await path("put_a"), await path("get_b")]).toEqual([
      "/operation/a",
      "/path/a",
      "/root/b",
    ]);
  });

  it("sends the methods of OpenAPI 3.2, and says so where there are webhooks only", async () => {
    const document = openapi(
      {
        "/x": {
          query: { operationId: "ask", requestBody: { content: json({ type: "object" }) }, responses: ok },
          additionalOperations: { COPY: { operationId: "copy", responses: ok }, "a b": { responses: ok } },
        },
      },
      { openapi: "3.2.0" },
    );
    expect(await echo.sent(document, "ask", { body: { a: 1 } })).toMatchObject({
      method: "QUERY",
      body: { text: '{"a":1}' },
    });
    const adapter = await openApiAdapter({ document });
    expect(adapter.effect?.("ask")).toBe("read");
    expect(adapter.effect?.("copy")).toBe("write");
    expect(adapter.report.operations.map(({ status }) => status)).toEqual(["imported", "imported", "skipped"]);
    const hooks = await openApiAdapter({ document: { openapi: "3.1.0", info: {}, webhooks: { a: { post: {} } } } });
    expect(hooks.report.warnings).toEqual([expect.stringContaining("webhooks")]);
  });

  it("finds what is referred to by the name that a document gives itself, of which none speaks for another origin", async () => {
    const use = (reference: string) => ({ name: reference.slice(-1), in: "query", schema: { $ref: reference } });
    const schemas = (type: string) => ({ components: { schemas: { X: { type }, Y: { type } } } });
    const root = (references: readonly string[]) =>
      openapi(
        { "/a": { get: { operationId: "a", parameters: references.map(use), responses: ok } } },
        { openapi: "3.2.0", $self: "https://api.example/v1/openapi.json", ...schemas("string") },
      );
    const typesOf = async (document: string | object, options = {}, host = standaloneHost()) => {
      const adapter = await openApiAdapter({ document, ...options }, host);
      const { tools } = await adapter.listTools(standaloneContext());
      const { properties, $defs } = fieldsOf(tools[0]?.inputSchema) as { properties: Fields; $defs?: Fields };
      const types = Object.values(properties).map((schema) => {
        const name = String(fieldsOf(schema)["$ref"]).replace("#/$defs/", "");
        return fieldsOf($defs?.[name] ?? {})["type"];
      });
      return [types, adapter.report.warnings] as const;
    };
    const own = ["https://api.example/v1/openapi.json#/components/schemas/X", "openapi.json#/components/schemas/Y"];
    for (const document of [root(own), JSON.stringify(root(own))]) {
      expect(await typesOf(document)).toEqual([["string", "string"], []]);
    }

    const parts = path.join(folder, "self");
    await mkdir(parts);
    const named = { $self: "https://parts.example/p.json", ...schemas("integer") };
    await writeFile(path.join(parts, "part.json"), JSON.stringify(named));
    const byFile = root(["part.json#/components/schemas/X", "https://parts.example/p.json#/components/schemas/Y"]);
    await writeFile(path.join(parts, "root.json"), JSON.stringify(byFile));
    expect(await typesOf(path.join(parts, "root.json"))).toEqual([["integer", "integer"], []]);

    const good = await serve((_, response) => answer(response, 200, schemas("number")));
    const claim = { $self: `${good.url}/good.json`, ...schemas("boolean") };
    const claims = await serve((_, response) => answer(response, 200, claim));
    try {
      const remote = root([
        `${claims.url}/c.json#/components/schemas/X`,
        `${good.url}/good.json#/components/schemas/Y`,
      ]);
      const references = { origins: [good.url, claims.url] };
      expect(await typesOf(remote, { references })).toEqual([["boolean", "number"], []]);
    } finally {
      await Promise.all([good.close(), claims.close()]);
    }
  });

  it("takes paths as they are: without a slash, empty, with a query of their own or a fragment", async () => {
    const parameters = [{ name: "y", in: "query", schema: {} }];
    const paths = ["none", "", "/q?Action=List", "/f#Action=Get"].map((path, index) => [
      path,
      { get: { operationId: `op${index}`, parameters, responses: ok } },
    ]);
    const document = openapi(Object.fromEntries(paths));
    const where = async (tool: string) => {
      const { path, rawQuery } = await echo.sent(document, tool, { y: "1" });
      return `${path}?${rawQuery}`;
    };
    expect(await Promise.all(["op0", "op1", "op2", "op3"].map(where))).toEqual([
      "/v1/none?y=1",
      "/v1?y=1",
      "/v1/q?Action=List&y=1",
      "/v1/f?y=1",
    ]);
    expect((await openApiAdapter({ document })).report).toMatchObject({ imported: 2, degraded: 2 });
  });

  it("reads YAML with anchors, aliases and merge keys", async () => {
    const document = [
      "openapi: 3.1.0",
      "x-limit: &limit { name: limit, in: query, schema: { type: integer } }",
      "paths:",
      "  /x:",
      "    get:",
      "      operationId: x",
      "      parameters: [*limit, { <<: *limit, name: offset }]",
    ].join("\n");
    const adapter = await openApiAdapter({ document });
    const { tools } = await adapter.listTools(standaloneContext());
    expect(tools[0]?.inputSchema).toMatchObject({
      properties: { limit: { type: "integer" }, offset: { type: "integer" } },
    });
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
      const { operations, warnings } = adapter.report;
      expect(warnings).toEqual(operations.length === 0 ? ["it describes no operation"] : []);
    }
  });
});

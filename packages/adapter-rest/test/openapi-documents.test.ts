import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isObject, standaloneContext, standaloneHost, type ToolResult } from "@agent-tools/contract";
import { publicOnly } from "@agent-tools/network";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiAdapter } from "../src/index.js";
import { startEcho } from "./echo.js";
import { compiled, type Fields, fieldsOf, json, ok, openapi, sent as sentTo } from "./imported.js";
import { refusal } from "./refusal.js";
import { answer, serve } from "./serve.js";

let echo: Awaited<ReturnType<typeof startEcho>>;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(() => echo.stop());

const sent = (document: object, tool: string, args: object, options: object = {}) =>
  sentTo(document, tool, args, { baseUrl: `${echo.url}/v1`, ...options });

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

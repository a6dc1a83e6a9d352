import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { standaloneContext } from "@agent-tools/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiAdapter, restAdapter } from "../src/index.js";

const seen: object[] = [];
const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { authorization, "x-trace": trace, "content-type": type, "x-key": key } = request.headers;
  seen.push({
    line: `${request.method} ${request.url}`,
    authorization,
    trace,
    type,
    key,
    body: Buffer.concat(chunks).toString(),
  });
  response.setHeader("content-type", "application/json");
  response.end("{}");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const text = { type: "string" };
const json = (schema: object) => ({ content: { "application/json": { schema } }, required: true });

async function shop(more: object = {}) {
  return openApiAdapter({
    document: {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      servers: [{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` }],
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer" },
          key: { type: "apiKey", in: "header", name: "X-Key" },
          login: { type: "http", scheme: "basic" },
          session: { type: "apiKey", in: "cookie", name: "sid" },
        },
      },
      paths: {
        "/orders/{id}": {
          get: {
            operationId: "getOrder",
            description: "Reads an order.",
            security: [{ token: [] }],
            parameters: [
              { name: "id", in: "path", required: true, schema: text },
              { name: "fields", in: "query", schema: { type: "array", items: text } },
              { name: "page size", in: "query", schema: { type: "integer" } },
              { name: "X-Trace", in: "header", schema: text },
            ],
            responses: { 200: { description: "ok", content: { "application/json": { schema: { type: "object" } } } } },
          },
          put: {
            operationId: "putOrder",
            security: [{ key: [] }],
            parameters: [{ name: "id", in: "path", required: true, schema: text }],
            requestBody: json({
              type: "object",
              properties: { n: { type: "integer" }, tags: { type: "array", items: text } },
            }),
            responses: { 200: { description: "ok" } },
          },
        },
        "/search": {
          post: {
            operationId: "search",
            requestBody: {
              required: true,
              content: {
                "application/x-www-form-urlencoded": {
                  schema: { type: "object", properties: { q: text, n: { type: "integer" } } },
                },
              },
            },
            responses: { 200: { description: "ok" } },
          },
          ...more,
        },
        "search?by=name": {
          get: {
            operationId: "byName",
            parameters: [{ name: "name", in: "query", schema: text }],
            responses: { 200: { description: "ok" } },
          },
        },
        "/search#other": {
          get: {
            operationId: "other",
            parameters: [{ name: "name", in: "query", schema: text }],
            responses: { 200: { description: "ok" } },
          },
        },
      },
    },
    security: {
      ...{ token: { secret: "TOKEN" }, key: { secret: "KEY" }, session: { secret: "KEY" } },
      login: { username: "USER", password: "PASSWORD" },
    },
  });
}

const context = () => standaloneContext({ secrets: { TOKEN: "t-1", KEY: "k-1", USER: "u", PASSWORD: "p" } });

describe("an operation that is saved as an HTTP tool", () => {
  test.each([
    ["get_order", { id: "a/b c", fields: ["x", "y&z"], page_size: 3, "X-Trace": "t" }],
    ["get_order", { id: "7" }],
    ["put_order", { id: "7", body: { n: 1, tags: ["é"] } }],
    ["search", { body: { q: "a b&c", n: 2 } }],
    ["by_name", { name: "a&b" }],
    ["other", { name: "a#b" }],
  ])("%s sends what the operation sends: %j", async (name, args) => {
    const operations = await shop();
    const saved = restAdapter({ tools: [JSON.parse(JSON.stringify(operations.httpTool(name)))] });
    seen.length = 0;
    for (const adapter of [operations, saved]) await adapter.call(name, args, context());
    expect(seen[1]).toEqual(seen[0]);
    const [before, after] = await Promise.all([operations, saved].map((adapter) => adapter.listTools(context())));
    const plain = JSON.parse(JSON.stringify(before?.tools.find((tool) => tool.name === name)));
    expect(JSON.parse(JSON.stringify(after?.tools[0]))).toEqual(plain);
    expect(saved.effect?.(name)).toBe(operations.effect?.(name));
  });

  test("holds the names of secrets, never their values, and can be changed", async () => {
    const saved = (await shop()).httpTool("get_order");
    expect(saved.headers?.["authorization"]).toBe("Bearer {{secrets.TOKEN}}");
    const changed = restAdapter({ tools: [{ ...saved, name: "order", description: "Looks an order up." }] });
    expect((await changed.listTools(context())).tools).toMatchObject([
      { name: "order", description: "Looks an order up." },
    ]);
  });

  const upload = {
    "multipart/form-data": { schema: { type: "object", properties: { file: { type: "string", format: "binary" } } } },
  };
  test.each([
    ["a cookie", { parameters: [{ name: "c", in: "cookie", schema: text }] }, /cookie parameter "c"/],
    [
      "a structure in the query",
      { parameters: [{ name: "f", in: "query", style: "deepObject", schema: { type: "object" } }] },
      /"f" is a structure/,
    ],
    [
      "a list that is joined",
      { parameters: [{ name: "f", in: "query", explode: false, schema: { type: "array", items: text } }] },
      /"f" is a list/,
    ],
    ["a file", { requestBody: { content: upload } }, /multipart\/form-data/],
    ["a session", { security: [{ session: [] }] }, /"session" is sent as a cookie/],
    ["a name and password", { security: [{ login: [] }] }, /more than one secret/],
  ])("is refused where a template cannot say it: %s", async (_, fields, words) => {
    const operations = await shop({
      patch: { operationId: "odd", responses: { 200: { description: "ok" } }, ...fields },
    });
    expect(() => operations.httpTool("odd")).toThrowError(
      expect.objectContaining({ code: "unsupported", message: expect.stringMatching(words) }),
    );
  });

  test("is unknown where there is no such tool", async () => {
    const operations = await shop();
    expect(() => operations.httpTool("gone")).toThrowError(expect.objectContaining({ code: "unknown_target" }));
  });
});

import { adapterSuite } from "@agent-tools/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openApiAdapter, restAdapter } from "../src/index.js";
import { startEcho } from "./echo.js";

let echo: Awaited<ReturnType<typeof startEcho>>;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(() => echo.stop());

const known = {
  test,
  slowCall: { tool: "slow" },
  failingCall: { tool: "fail" },
  secrets: { KEY: "canary-4711-canary" },
} as const;

describe("restAdapter keeps the adapter contract", () => {
  const path = { type: "object", properties: { id: { type: "string" } }, required: ["id"] } as const;
  adapterSuite({
    ...known,
    create: (host) =>
      restAdapter(
        {
          baseUrl: echo.url,
          tools: [
            { name: "path", url: "/x/{{id}}", inputSchema: path, response: { jmespath: "path" } },
            { name: "keyed", url: "/_/text", headers: { "x-key": "{{secrets.KEY}}" } },
            { name: "slow", method: "POST", url: "/_/slow/10000" },
            { name: "fail", url: "/_/problem", headers: { "x-key": "{{secrets.KEY}}" } },
          ],
        },
        host,
      ),
    call: [
      { tool: "path", arguments: { id: "a" }, answer: "/x/a" },
      { tool: "path", arguments: { id: "b" }, answer: "/x/b" },
      { tool: "keyed", answer: "plain ☃ text" },
    ],
  });
});

describe("openApiAdapter keeps the adapter contract", () => {
  const json = (schema: object) => ({ 200: { description: "ok", content: { "application/json": { schema } } } });
  const status = { type: "object", properties: { status: { type: "integer" } }, required: ["status"] };
  const document = {
    openapi: "3.1.0",
    info: { title: "Echo", version: "1" },
    security: [{ key: [] }],
    paths: {
      "/_/status/{code}": {
        get: {
          operationId: "status",
          parameters: [{ name: "code", in: "path", required: true, schema: { type: "integer" } }],
          responses: json(status),
        },
      },
      "/_/xml": { get: { operationId: "xml", responses: {} } },
      "/_/text": { get: { operationId: "text", responses: {} } },
      "/_/slow/10000": { post: { operationId: "slow", responses: {} } },
      "/_/problem": { get: { operationId: "fail", responses: {} } },
    },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  };
  adapterSuite({
    ...known,
    create: (host) => openApiAdapter({ document, baseUrl: echo.url, security: { key: { secret: "KEY" } } }, host),
    call: [
      { tool: "xml", answer: "<a><b>1</b></a>" },
      { tool: "text", answer: "plain ☃ text" },
      { tool: "status", arguments: { code: 200 } },
    ],
  });
});

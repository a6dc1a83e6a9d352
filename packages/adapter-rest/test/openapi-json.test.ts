import { standaloneContext } from "@agent-tools/contract";
import { expect, it, vi } from "vitest";
import { openApiAdapter } from "../src/index.js";

vi.mock("../src/openapi/yaml-reader.js", () => {
  throw new Error("JSON was handed to the YAML reader.");
});

it("R47 imports 12 MB of JSON without the YAML reader", async () => {
  const field = { type: "string", description: "d".repeat(100) };
  const properties = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, field]));
  const requestBody = { content: { "application/json": { schema: { type: "object", properties } } } };
  const operation = (index: number) => ({ post: { operationId: `create${index}`, requestBody, responses: {} } });
  const paths = Object.fromEntries(Array.from({ length: 2_100 }, (_, index) => [`/things${index}`, operation(index)]));
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Things", version: "1" }, paths });
  expect(text.length).toBeGreaterThan(12_000_000);
  const adapter = await openApiAdapter({ document: text });
  expect((await adapter.listTools(standaloneContext())).tools).toHaveLength(2_100);
});

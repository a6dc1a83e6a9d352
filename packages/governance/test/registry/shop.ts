import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type HttpTool, restAdapter } from "@agent-tools/adapter-rest";
import { type SystemAdapterOptions, systemAdapter } from "@agent-tools/adapter-system";
import type { JsonObject } from "@agent-tools/contract";
import type { ToolKind } from "../../src/index.js";

/** The kinds of a host that has REST and system tools. */
export const kinds: Readonly<Record<string, ToolKind>> = {
  http: (definition, host) => restAdapter({ tools: [definition as unknown as HttpTool] }, host),
  system: (definition, host) => systemAdapter(definition as unknown as SystemAdapterOptions, host),
};

/** A shop over HTTP that tells what it was asked. */
export async function shop() {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`.trim());
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ path: request.url }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** A definition that reads an order. */
export const getOrder = (url: string, words = "Reads an order."): JsonObject => ({
  name: "get_order",
  description: words,
  url: `${url}/orders/{{id}}`,
  headers: { authorization: "Bearer {{secrets.SHOP_TOKEN}}" },
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
});

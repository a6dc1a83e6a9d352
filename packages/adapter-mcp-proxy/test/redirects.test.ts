import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { standaloneContext } from "@agent-tools/contract";
import { afterEach, expect, test } from "vitest";
import { mcpProxyAdapter } from "../src/index.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(
  (["http", "sse"] as const).flatMap((transport) =>
    [301, 302, 303, 307, 308].map((status) => [transport, status] as const),
  ),
)(
  "R51 a server over %s that redirects to another origin by %i gets neither credentials nor messages there",
  async (transport, status) => {
    const away: string[] = [];
    const other = await serve((request, response) => {
      request.on("data", (chunk) => away.push(String(chunk)));
      away.push(JSON.stringify([request.url, request.headers]));
      response.writeHead(500).end();
    });
    let asked = 0;
    const here = await serve((request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(status, { location: `${other}/mcp` }).end();
    });
    const headers = { Authorization: "Bearer {{secrets.KEY}}", "X-Api-Key": "{{secrets.KEY}}", "X-Plain": "plain" };
    const adapter = mcpProxyAdapter({ url: `${here}/mcp`, transport, headers });
    closing.push(() => adapter.close?.());
    await expect(adapter.listTools(standaloneContext({ secrets: { KEY: "the-secret-key" } }))).rejects.toThrow();
    expect(asked).toBeGreaterThan(0);
    expect(away.join()).not.toMatch(/the-secret-key|initialize/);
  },
);

test("R51 a server over SSE that names another origin for messages is sent none", async () => {
  const away: string[] = [];
  const other = await serve((request, response) => {
    away.push(JSON.stringify(request.headers));
    response.writeHead(202).end();
  });
  const here = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`event: endpoint\ndata: ${other}/messages\n\n`);
  });
  const adapter = mcpProxyAdapter({
    url: `${here}/sse`,
    transport: "sse",
    headers: { "X-Api-Key": "{{secrets.KEY}}" },
  });
  closing.push(() => adapter.close?.());
  await expect(adapter.listTools(standaloneContext({ secrets: { KEY: "the-secret-key" } }))).rejects.toThrow();
  expect(away).toEqual([]);
});

test.each([302, 307, 308])(
  "R51 nor do calls of a server that redirects by %i only once it is known",
  async (status) => {
    const away: string[] = [];
    const other = await serve((request, response) => {
      request.on("data", (chunk) => away.push(String(chunk)));
      away.push(JSON.stringify([request.url, request.headers]));
      response.writeHead(500).end();
    });
    let redirected = 0;
    const here = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const { id, method } = JSON.parse(body || "{}");
      if (method === "tools/call") {
        redirected += 1;
        return response.writeHead(status, { location: `${other}/mcp` }).end();
      }
      const result =
        method === "initialize"
          ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }
          : { tools: [{ name: "one", inputSchema: { type: "object" } }] };
      if (id === undefined) return response.writeHead(request.method === "POST" ? 202 : 405).end();
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
    const headers = { Authorization: "Bearer {{secrets.KEY}}", "X-Api-Key": "{{secrets.KEY}}" };
    const adapter = mcpProxyAdapter({ url: `${here}/mcp`, era: "legacy", headers });
    closing.push(() => adapter.close?.());
    const context = () => standaloneContext({ secrets: { KEY: "the-secret-key" } });
    expect((await adapter.listTools(context())).tools).toHaveLength(1);
    await expect((async () => adapter.call("one", { text: "for-the-server" }, context()))()).rejects.toThrow();
    expect(redirected).toBeGreaterThan(0);
    expect(away.join()).not.toMatch(/the-secret-key|for-the-server/);
  },
);

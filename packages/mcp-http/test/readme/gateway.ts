import assert from "node:assert";
import { createRequire } from "node:module";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

process.env["AGENT_TOOLS_HTTP_PORT"] = "0";
const require = createRequire(new URL("../../../adapter-mcp-proxy/package.json", import.meta.url));
const server = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");

// #region gateway
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { definePlugin } from "@agent-tools/contract";
import { mcpHttp } from "@agent-tools/mcp-http";
import { createRuntime, expose } from "@agent-tools/runtime";

const everything = definePlugin({
  name: "Everything",
  prefix: "everything",
  createAdapter: (host) => mcpProxyAdapter({ command: "node", args: [server] }, host),
});

await using runtime = await createRuntime({ plugins: [everything] });
const listening = await mcpHttp(expose(runtime, "pass-through")).listen();
// #endregion gateway

const client = new Client({ name: "readme", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(listening.url)));
const { tools } = await client.listTools();
assert.ok(tools.some(({ name }) => name === "echo"));
assert.match(client.getServerVersion()?.name ?? "", /everything/);
const { content } = await client.callTool({ name: "echo", arguments: { message: "hello" } });
assert.match(JSON.stringify(content), /hello/);
await client.close();
await listening.close();

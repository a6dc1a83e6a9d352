import assert from "node:assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

process.env["AGENT_TOOLS_HTTP_PORT"] = "0";

// #region serve
import { definePlugin, defineTool, toolsAdapter } from "@agent-tools/contract";
import { mcpHttp } from "@agent-tools/mcp-http";
import { createRuntime, expose } from "@agent-tools/runtime";
import { Type } from "typebox";

const now = defineTool({
  name: "now",
  description: "The time in UTC.",
  input: Type.Object({}),
  effect: "read",
  call: () => new Date().toISOString(),
});
const clock = definePlugin({ name: "Clock", prefix: "clock", adapter: toolsAdapter([now]) });

await using runtime = await createRuntime({ plugins: [clock] });
const listening = await mcpHttp(expose(runtime)).listen();
console.log(`Serving ${listening.url}`); // Serving http://127.0.0.1:8321/mcp
// #endregion serve

const client = new Client({ name: "readme", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new StreamableHTTPClientTransport(new URL(listening.url)));
const call = { toolName: "now", arguments: {} };
const { content, isError } = await client.callTool({ name: "agent_tools_clock_call", arguments: call });
assert.match(JSON.stringify(content), /\d{4}-\d\d-\d\dT/);
assert.notEqual(isError, true);
await client.close();
await listening.close();

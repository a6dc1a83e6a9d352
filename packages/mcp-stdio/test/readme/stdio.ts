import assert from "node:assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

// Started without a word this program starts itself with one, as a client would, and checks what it serves.
if (process.argv[2] !== "serve") {
  const client = new Client({ name: "readme", version: "1.0.0" });
  const args = [...process.execArgv, import.meta.filename, "serve"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const call = { plugin: "clock", toolName: "now", arguments: {} };
  const { content, isError } = await client.callTool({ name: "call", arguments: call });
  assert.match(JSON.stringify(content), /\d{4}-\d\d-\d\dT/);
  assert.notEqual(isError, true);
  await client.close();
  process.exit();
}

// #region host
import "@agent-tools/mcp-stdio/guard";
import { definePlugin, defineTool, toolsAdapter } from "@agent-tools/contract";
import { mcpStdio } from "@agent-tools/mcp-stdio";
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
const front = await mcpStdio(expose(runtime, "compact"));
console.log("This goes to stderr: stdout carries the protocol only.");
await front.closed;
// #endregion host

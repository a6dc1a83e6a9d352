import assert from "node:assert";
import { definePlugin, defineTool, localCaller, toolsAdapter } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Type } from "typebox";

const greet = defineTool({
  name: "greet",
  description: "Greets somebody.",
  input: Type.Object({ who: Type.String() }),
  effect: "read",
  call: ({ who }) => `Hello, ${who}!`,
});
await using runtime = await createRuntime({
  plugins: [definePlugin({ name: "Greeter", prefix: "greeter", adapter: toolsAdapter([greet]) })],
});
const exposure = expose(runtime, "compact");
const [clientSide, transport] = InMemoryTransport.createLinkedPair();

// #region sdk-v1
import { bindSdkV1 } from "@agent-tools/mcp-binding/sdk-v1";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";

const server = new Server({ name: "my-host", version: "1.0.0" }, { capabilities: { prompts: {} } });
const stop = bindSdkV1(server, exposure, { caller: localCaller() });
server.onclose = stop;
await server.connect(transport);
// #endregion sdk-v1

const client = new Client({ name: "readme", version: "1.0.0" });
await client.connect(clientSide);
const call = { plugin: "greeter", toolName: "greet", arguments: { who: "Ada" } };
const { content } = await client.callTool({ name: "call", arguments: call });
assert.match(JSON.stringify(content), /Hello, Ada!/);
await client.close();

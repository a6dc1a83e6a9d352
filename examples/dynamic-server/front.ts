// An MCP server in a process of its own, one for each connection. It has no tools: they are the service's, as they stand
// when the client connects.
import "@agent-tools/mcp-stdio/guard";
import { definePlugin } from "@agent-tools/contract";
import { mcpStdio } from "@agent-tools/mcp-stdio";
import { createRuntime, expose } from "@agent-tools/runtime";
import { serviceAdapter } from "./service-adapter.js";

const { SERVICE_URL: url = "", SERVICE_TOKEN: token = "", AGENT: agent = "" } = process.env;
const shop = definePlugin({ name: "Shop", prefix: "shop", adapter: serviceAdapter({ url, token, agent }) });

await using runtime = await createRuntime({ plugins: [shop] });
const front = await mcpStdio(expose(runtime, "native"));
await front.closed;

// node serve-proxy.ts <options of the MCP proxy as JSON>: serves one upstream in pass-through over HTTP; prints its URL.
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { mcpHttp } from "@agent-tools/mcp-http";
import { createRuntime, expose } from "@agent-tools/runtime";

const options = JSON.parse(process.argv[2] ?? "{}");
const runtime = await createRuntime({
  plugins: [{ name: "everything", prefix: "everything", createAdapter: (host) => mcpProxyAdapter(options, host) }],
});
const listening = await mcpHttp(expose(runtime, "pass-through")).listen(0);
console.log(listening.url);
await listening.closed;
await runtime.close();

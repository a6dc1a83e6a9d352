// node host.mjs stdio|http <options of the MCP proxy as JSON> [port]: our gateway, one upstream in pass-through.
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { createRuntime, expose } from "@agent-tools/runtime";

const [, , front, options, port] = process.argv;
const runtime = await createRuntime({
  plugins: [
    { name: "upstream", prefix: "upstream", createAdapter: (host) => mcpProxyAdapter(JSON.parse(options), host) },
  ],
});
const exposure = expose(runtime, "pass-through");
if (front === "stdio") {
  const { mcpStdio } = await import("@agent-tools/mcp-stdio");
  await (await mcpStdio(exposure)).closed;
} else {
  const { mcpHttp } = await import("@agent-tools/mcp-http");
  await (await mcpHttp(exposure).listen(Number(port))).closed;
}
await runtime.close();

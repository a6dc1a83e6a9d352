// node host.ts stdio|http: a real server from npm, in pass-through. Over HTTP it prints its URL.
import { createRequire } from "node:module";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { createRuntime, expose } from "@agent-tools/runtime";

const require = createRequire(new URL("../../../adapter-mcp-proxy/package.json", import.meta.url));
const entry = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
const server = { command: process.execPath, args: [entry] };
const runtime = await createRuntime({
  plugins: [{ name: "everything", prefix: "everything", createAdapter: (host) => mcpProxyAdapter(server, host) }],
});
const exposure = expose(runtime, "pass-through");
if (process.argv[2] === "stdio") {
  const { mcpStdio } = await import("@agent-tools/mcp-stdio");
  await (await mcpStdio(exposure)).closed;
} else {
  const { mcpHttp } = await import("@agent-tools/mcp-http");
  const listening = await mcpHttp(exposure).listen(0);
  console.log(listening.url);
  await listening.closed;
}
await runtime.close();

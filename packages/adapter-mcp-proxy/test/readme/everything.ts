// #region call
import { fileURLToPath } from "node:url";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { standaloneContext } from "@agent-tools/contract";

const server = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"));
const adapter = mcpProxyAdapter({ command: process.execPath, args: [server, "stdio"] });

const { tools } = await adapter.listTools(standaloneContext()); // starts the server, lists every page
const result = await adapter.call("echo", { message: "hello" }, standaloneContext());
console.log(tools.length, result); // 17 { content: [ { type: "text", text: "Echo: hello" } ] }

await adapter.close?.(); // ends the server and everything it started
// #endregion call

const { content } = result as { content: [{ text: string }] };
if (tools.length === 0 || content[0].text !== "Echo: hello") throw new Error("The example does not hold.");

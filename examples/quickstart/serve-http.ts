// Leaves the host on HTTP, and prints what to paste into a client.
import { mcpHttp } from "@agent-tools/mcp-http";
import { expose } from "@agent-tools/runtime";
import { createHost } from "./host.js";
import { startTodoService } from "./todo-service.js";

await using service = await startTodoService();
await using runtime = await createHost(service.url, [
  { record: ({ target, status, code = "" }) => console.log(JSON.stringify(target), status, code) },
]);
const listening = await mcpHttp(expose(runtime)).listen();
const { url } = listening;
console.log(`
Agent Tools listens on ${url}. Paste one of these:

  Claude Code   claude mcp add --transport http agent-tools ${url}
  Codex         codex mcp add agent-tools --url ${url}
  Gemini CLI    gemini mcp add --transport http agent-tools ${url}
  most others   ${JSON.stringify({ mcpServers: { "agent-tools": { type: "http", url } } })}

Calls appear below. Ctrl+C stops it.
`);
await listening.closed;

import { cliAdapter } from "@agent-tools/adapter-cli";
import { localCaller } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";

const show = {
  command: "node",
  arguments: ["--version"],
  description: "Shows the version of Node.",
  effect: "read",
} as const;

await using runtime = await createRuntime({
  plugins: [
    { name: "Node", prefix: "node", createAdapter: (host) => cliAdapter({ commands: { version: show } }, host) },
    // … MCP servers, REST APIs, your own code: as many as you have.
  ],
});
const exposure = expose(runtime, "compact"); // four tools, however many are behind them
const session = { caller: localCaller() };

console.log(await exposure.listTools(session)); // what your model is told
console.log(await exposure.callTool("discover", { query: "which Node is this?" }, session));
console.log(await exposure.callTool("call", { plugin: "node", toolName: "version" }, session));

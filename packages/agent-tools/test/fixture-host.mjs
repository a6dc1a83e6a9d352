// A host over stdio: node fixture-host.mjs. Ends with a message where NEEDED is not set and --needs is given. Its instructions
// say where it was started, its tools who asks: a client that searches is shown many. A call answers with that and VARIABLE.
import { createInterface } from "node:readline";

if (process.argv.includes("--needs") && !process.env.NEEDED) {
  console.error("NEEDED is not set.");
  process.exit(3);
}
const answers = {
  initialize: ({ clientInfo }) => {
    client = clientInfo.name;
    return {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "fixture", version: "1" },
      instructions: `Ask discover first. Started in ${process.cwd()}.`,
    };
  },
  "tools/list": () => ({
    tools: (client.startsWith("claude-code") ? many : ["discover"]).map((name) => ({
      name,
      inputSchema: { type: "object" },
    })),
  }),
  "tools/call": () => ({ content: [{ type: "text", text: `${client}, ${process.env.VARIABLE}` }] }),
};
let client = "";
const many = Array.from({ length: 40 }, (_, index) => `desk__tool_${index}`);
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: "no such method" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
});

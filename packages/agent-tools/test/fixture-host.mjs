// A host over stdio: node fixture-host.mjs. Ends with a message where NEEDED is not set and --needs is given.
import { createInterface } from "node:readline";

if (process.argv.includes("--needs") && !process.env.NEEDED) {
  console.error("NEEDED is not set.");
  process.exit(3);
}
const answers = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "fixture", version: "1" },
    instructions: "Ask discover first.",
  }),
  "tools/list": () => ({ tools: [{ name: "discover", inputSchema: { type: "object" } }] }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? { result: answer() } : { error: { code: -32601, message: "no such method" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
});

// A server over stdio: node fixture-own-server.mjs. Its tool says what the client calls itself, and what VARIABLE holds.
import { createInterface } from "node:readline";

let client = "";
const answers = {
  initialize: ({ clientInfo, protocolVersion }) => {
    client = clientInfo.name;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "own", version: "1" } };
  },
  "tools/list": () => ({ tools: [{ name: "about", inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: `${client}, ${process.env.VARIABLE}` }] }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: "no such method" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
});

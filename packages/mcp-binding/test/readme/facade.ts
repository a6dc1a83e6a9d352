import assert from "node:assert";
import { localCaller } from "@agent-tools/contract";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";

const [clientSide, transport] = InMemoryTransport.createLinkedPair();

// #region facade
import { type McpFacade, mcpServer } from "@agent-tools/mcp-binding";

const prompts: McpFacade = {
  info: { name: "prompts", version: "1.0.0" },
  capabilities: { prompts: {} },
  instructions: () => undefined,
  async handle(method) {
    if (method !== "prompts/list") return undefined;
    return { result: { prompts: [{ name: "review", description: "Reviews a change." }] } };
  },
  onChange: () => () => {},
};
const server = mcpServer(prompts, { era: "legacy", caller: localCaller(), isLongLived: true });
await server.connect(transport);
// #endregion facade

const client = new Client({ name: "readme", version: "1.0.0" });
await client.connect(clientSide);
assert.equal((await client.listPrompts()).prompts[0]?.name, "review");
await client.close();

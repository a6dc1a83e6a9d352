// Tools as data, and an MCP server that keeps none of them. A service has a registry and an HTTP API; the MCP front is a
// process of its own that asks the service for the agent's tools whenever a client connects. A change of a definition shows
// on the next connection, and nothing is deployed.
import { join } from "node:path";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { type Adapter, standaloneContext } from "@agent-tools/contract";
import { listen, startService } from "./service.js";

// Something to call: a shop that tells which order it was asked for.
const shop = await listen({
  fetch: async (request) => Response.json({ order: new URL(request.url).pathname.slice(1) }),
});
await using service = await startService();

/** What the operator says over the API. */
async function operate(method: string, path: string, body: object): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${service.operator}`, "content-type": "application/json" };
  const response = await fetch(`${service.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** A connection of an MCP client: it starts the front, and the front ends with it. */
async function connected<T>(use: (client: Adapter) => Promise<T>): Promise<T> {
  const client = mcpProxyAdapter({
    command: process.execPath,
    args: [...process.execArgv, join(import.meta.dirname, "front.ts")],
    env: { SERVICE_URL: service.url, SERVICE_TOKEN: service.front, AGENT: "support" },
  });
  try {
    return await use(client);
  } finally {
    await client.close?.();
  }
}

/** The service's tools as the client sees them, beside the front's own. */
const listed = async (client: Adapter) =>
  (await client.listTools(standaloneContext())).tools
    .filter(({ name }) => name.startsWith("shop__"))
    .map(({ name, description }) => ({ name, description }));

const definition = {
  name: "get_order",
  description: "Reads an order.",
  url: `${shop.url}/{{id}}`,
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};
const { status } = await operate("POST", "/definitions", { id: "order", kind: "http", definition });
check(status === 201, "the operator saves a definition");

await connected(async (client) => {
  const before = await listed(client);
  console.log("first connection ", before);
  check(before[0]?.name === "shop__get_order", "the next connection has the tool");
  const answer = await client.call("shop__get_order", { id: "A-7" }, standaloneContext());
  check(JSON.stringify(answer).includes("A-7"), "the call goes through the service to the shop");
});

await operate("PUT", "/definitions/order", {
  definition: { ...definition, description: "Looks up one order by its id." },
});
const after = await connected(listed);
console.log("next connection  ", after);
check(after[0]?.description === "Looks up one order by its id.", "an edit shows on the next connection");

await operate("POST", "/definitions/order/disable", {});
const headers = { authorization: `Bearer ${service.front}` };
const left = await (await fetch(`${service.url}/api/v1/agents/support/tools`, { headers })).json();
check(Array.isArray(left) && left.length === 0, "what is disabled is gone");
shop.close();

function check(isTrue: boolean, claim: string): void {
  if (!isTrue) throw new Error(`It does not hold that ${claim}.`);
}

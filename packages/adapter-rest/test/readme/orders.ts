// #region templated
import { restAdapter } from "@agent-tools/adapter-rest";
import { standaloneContext } from "@agent-tools/contract";

export const orders = (baseUrl: string) =>
  restAdapter({
    baseUrl,
    tools: [
      {
        name: "get_order",
        url: "/orders/{{id}}?expand={{expand}}",
        headers: { authorization: "Bearer {{secrets.SHOP_TOKEN}}" },
        inputSchema: {
          type: "object",
          properties: { id: { type: "string" }, expand: { type: "string" } },
          required: ["id"],
        },
        response: { map: { status: "state", city: "ship.city" } },
      },
    ],
  });

export async function show(baseUrl: string): Promise<unknown> {
  const adapter = orders(baseUrl);
  const context = standaloneContext({ secrets: { SHOP_TOKEN: "t-1" } });
  console.log((await adapter.listTools(context)).tools.map(({ name }) => name)); // [ "get_order" ]
  return adapter.call("get_order", { id: "a/b c" }, context);
}

// #endregion

import { once } from "node:events";
import { createServer } from "node:http";

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.url} ${request.headers.authorization}`);
  response.setHeader("content-type", "application/json");
  response.end('{"state":"sent","ship":{"city":"Lima"}}');
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as { port: number };
const result = JSON.stringify(await show(`http://127.0.0.1:${port}`));
server.closeAllConnections();
server.close();
if (seen[0] !== "/orders/a%2Fb%20c Bearer t-1" || !result.includes('"city":"Lima"'))
  throw new Error(`${seen} ${result}`);

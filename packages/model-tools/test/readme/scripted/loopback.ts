import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The address of an API on loopback whose model makes one call, and then says what it was told. It does not keep the
 * process alive.
 */
export async function loopback(call: object, words: (told: string) => object): Promise<string> {
  let turns = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    turns += 1;
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(turns === 1 ? call : words(body)));
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

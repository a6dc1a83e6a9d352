import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands for the automation in the house: a webhook that writes down what it is told. */
export interface House extends AsyncDisposable {
  readonly host: string;
  readonly told: readonly unknown[];
}

/** Starts it on a free port of this machine. */
export async function startHouse(): Promise<House> {
  const told: unknown[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    told.push(JSON.parse(Buffer.concat(parts).toString()));
    response.end('{"switched":true}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server was sent. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real HTTP server on loopback, and what it was sent. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly Received[];
}

/** Starts a server whose answers `answer` writes. */
export async function startServer(answer: (request: Received, response: ServerResponse) => void): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    const seen = { method, url, headers, body };
    received.push(seen);
    answer(seen, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

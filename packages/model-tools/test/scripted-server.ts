import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One request's body, which a step looks into with its own expectations. */
// biome-ignore lint/suspicious/noExplicitAny: what an SDK sends is looked at from outside, not by its types.
export type Body = any;

/** A model behind an HTTP API on loopback. */
export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies of the requests so far. */
  readonly bodies: readonly Body[];
}

/**
 * A server that answers the requests for `path` one after another, as each step says. A step that throws is an answer of
 * status 400 with the error's message, which the client's SDK throws.
 */
export async function scriptedServer(
  path: string,
  steps: readonly ((body: Body) => object)[],
): Promise<ScriptedServer> {
  const bodies: Body[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await read(request));
    let [status, answer]: [number, object] = [200, {}];
    try {
      if (request.method !== "POST" || request.url?.split("?")[0] !== path) {
        throw new Error(`There is no ${request.method} ${request.url} here.`);
      }
      const step = steps[bodies.length];
      bodies.push(body);
      if (!step) throw new Error(`No answer is scripted for request ${bodies.length}.`);
      answer = step(body);
    } catch (error) {
      [status, answer] = [400, { error: { message: String(error), type: "invalid_request_error", code: status } }];
    }
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

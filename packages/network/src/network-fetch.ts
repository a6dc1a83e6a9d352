import type { Socket } from "node:net";
import { type Connection, type Network, ToolError } from "@agent-tools/contract";
import { Agent, buildConnector, type Dispatcher, Pool, fetch as undiciFetch } from "undici";
import { checkUrl } from "./check-url.js";
import { checkHost, checkReached, guardedLookup, type NetworkOptions } from "./guard.js";
import { portableInit } from "./portable-init.js";

/**
 * A `fetch` whose every connection the policy is asked about, as `networkAgents` does it, redirects included. A refusal
 * rejects with the ToolError itself. Only http and https without credentials are requested, and no redirect from https
 * down to http is followed. It has no time limit of its own but 10 s for a connection: give a `signal`. No proxy is taken
 * from the environment.
 */
export function networkFetch(network: Network, options: NetworkOptions = {}): typeof globalThis.fetch {
  const agent = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, pool) => new Pool(origin, { ...pool, connect: connector(network, new URL(origin), options) }),
  });
  return async (input, init) => {
    const request = input instanceof globalThis.Request ? input : undefined;
    const url = checkUrl(request?.url ?? (input as string | URL));
    try {
      const response = await undiciFetch(url, {
        ...portableInit(request, init),
        dispatcher: agent.compose(checkHops()),
      });
      // The same standard, declared twice: by undici and by Node's types.
      return response as unknown as Response;
    } catch (error) {
      throw error instanceof Error && ToolError.is(error.cause) ? error.cause : error;
    }
  };
}

/** The connector of one origin; the pool keeps it, so that TLS sessions are resumed. */
function connector(network: Network, origin: URL, { caller }: NetworkOptions): buildConnector.connector {
  const scheme = origin.protocol.slice(0, -1);
  const host = origin.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(origin.port) || (scheme === "https" ? 443 : 80);
  const connection: Connection = { host, port, scheme, ...(caller && { caller }) };
  const connect = buildConnector({ lookup: guardedLookup(network, connection) });
  return (options, done) => {
    try {
      checkHost(network, connection);
    } catch (refusal) {
      return done(refusal as Error, null);
    }
    connect(options, (error, socket) => {
      if (error) return done(error, null);
      try {
        checkReached(network, connection, socket as Socket);
      } catch (refusal) {
        socket?.destroy();
        return done(refusal as Error, null);
      }
      done(null, socket as Socket);
    });
  };
}

/** Refuses a hop that no redirect may make. Fetch itself bounds their number and drops credentials between origins. */
function checkHops(): Dispatcher.DispatcherComposeInterceptor {
  let previous: URL | undefined;
  return (dispatch) => (options, handler) => {
    try {
      previous = checkUrl(new URL(options.path, options.origin), previous);
    } catch (refusal) {
      handler.onError?.(refusal as Error);
      return false;
    }
    return dispatch(options, handler);
  };
}

import type { Socket } from "node:net";
import { type Connection, type Network, ToolError } from "@agent-tools/contract";
import { Agent, buildConnector, type Dispatcher, Pool, fetch as undiciFetch } from "undici";
import { checkUrl } from "./check-url.js";
import { checkHost, checkReached, guardedLookup, type NetworkOptions } from "./guard.js";
import { portableInit } from "./portable-init.js";

/**
 * An undici dispatcher whose every connection the policy is asked about, as `networkAgents` does it; a kept one again with each
 * request that goes over it. For whoever sends more than `fetch` is quick enough for: it follows no redirect. A refusal is the
 * request's error. Only http and https without credentials are requested. It has no time limit of its own but 10 s for a
 * connection, and takes no proxy from the environment.
 */
export function networkDispatcher(network: Network, options: NetworkOptions = {}): Dispatcher {
  /** By origin, what its connections have reached. */
  const reached = new Map<string, Reached>();
  const agent = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, pool) => {
      const url = new URL(origin);
      const known: Reached = { connection: connectionTo(url, options), sockets: new Set() };
      reached.set(url.origin, known);
      return new Pool(origin, { ...pool, connect: connector(network, known) });
    },
  });
  return agent.compose(
    beforeEach((url) => {
      const kept = reached.get(url.origin);
      // The policy may be another one by now.
      for (const socket of kept?.sockets ?? []) checkReached(network, kept?.connection as Connection, socket);
    }),
  );
}

/**
 * A `fetch` over a `networkDispatcher`, so that the policy is asked about redirects as well. A refusal rejects with the
 * ToolError itself. No redirect from https down to http is followed. Give a `signal` for a time limit.
 */
export function networkFetch(network: Network, options: NetworkOptions = {}): typeof globalThis.fetch {
  const dispatcher = networkDispatcher(network, options);
  return async (input, init) => {
    const request = input instanceof globalThis.Request ? input : undefined;
    const url = checkUrl(request?.url ?? (input as string | URL));
    let previous: URL | undefined;
    // Fetch itself bounds the number of hops and drops credentials between origins.
    const hops = beforeEach((next) => {
      previous = checkUrl(next, previous);
    });
    try {
      const response = await undiciFetch(url, {
        ...portableInit(request, init),
        dispatcher: dispatcher.compose(hops),
      });
      // The same standard, declared twice: by undici and by Node's types.
      return response as unknown as Response;
    } catch (error) {
      throw error instanceof Error && ToolError.is(error.cause) ? error.cause : error;
    }
  };
}

/** Refuses a request for which `check` throws. */
function beforeEach(check: (url: URL) => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    try {
      check(checkUrl(new URL(options.path, options.origin)));
    } catch (refusal) {
      handler.onError?.(refusal as Error);
      return false;
    }
    return dispatch(options, handler);
  };
}

interface Reached {
  readonly connection: Connection;
  readonly sockets: Set<Socket>;
}

function connectionTo(origin: URL, { caller }: NetworkOptions): Connection {
  const scheme = origin.protocol.slice(0, -1);
  const host = origin.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(origin.port) || (scheme === "https" ? 443 : 80);
  return { host, port, scheme, ...(caller && { caller }) };
}

/** The connector of one origin; the pool keeps it, so that TLS sessions are resumed. */
function connector(network: Network, { connection, sockets }: Reached): buildConnector.connector {
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
      sockets.add(socket as Socket);
      (socket as Socket).once("close", () => sockets.delete(socket as Socket));
      done(null, socket as Socket);
    });
  };
}

import type { Socket } from "node:net";
import { type Connection, type Network, ToolError } from "@agent-tools/contract";
import { Agent, buildConnector, type Dispatcher, Pool, fetch as undiciFetch } from "undici";
import { checkUrl } from "./check-url.js";
import { checkHost, checkReached, guardedLookup, type NetworkOptions } from "./guard.js";
import { portableInit } from "./portable-init.js";

/**
 * An undici dispatcher whose every connection the policy is asked about, as `networkAgents` does it; with each request to an
 * origin again about the addresses that its open connections have reached. For whoever sends more than `fetch` is quick enough
 * for: it follows no redirect. A refusal is the request's error. Only http and https without credentials are requested. It has
 * no time limit of its own but 10 s for a connection, and takes no proxy from the environment.
 */
export function networkDispatcher(network: Network, options: NetworkOptions = {}): Dispatcher {
  /** By origin, what its connections have reached. */
  const reached = new Map<string, Reached>();
  const agent = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, pool) => {
      const url = new URL(origin);
      // undici has a pool for each spelling of an origin.
      const known = reached.get(url.origin) ?? { connection: connectionTo(url, options), addresses: new Map() };
      reached.set(url.origin, known);
      return new Pool(origin, { ...pool, connect: connector(network, known) });
    },
  });
  return agent.compose(
    beforeEach(({ origin }) => {
      // The policy may be another one by now.
      for (const { connection } of reached.get(origin)?.addresses.values() ?? []) network.check(connection);
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

/** Refuses a request for whose origin `check` throws. */
function beforeEach(check: (origin: URL) => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => {
    let last: { readonly origin: string; readonly url: URL } | undefined;
    return (options, handler) => {
      // The path says nothing about where the request goes, even one that begins with two slashes.
      const origin = String(options.origin);
      try {
        // Mostly it is the one before again, and parsing it costs as much as all the rest here.
        if (last?.origin !== origin) last = { origin, url: checkUrl(origin) };
        check(last.url);
      } catch (refusal) {
        handler.onError?.(refusal as Error);
        return false;
      }
      return dispatch(options, handler);
    };
  };
}

/** What the connections of one origin have reached. */
interface Reached {
  readonly connection: Connection;
  /** By address, with the number of its sockets that are open. */
  readonly addresses: Map<string, { readonly connection: Connection; sockets: number }>;
}

function connectionTo(origin: URL, { caller }: NetworkOptions): Connection {
  const scheme = origin.protocol.slice(0, -1);
  const host = origin.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(origin.port) || (scheme === "https" ? 443 : 80);
  return { host, port, scheme, ...(caller && { caller }) };
}

/** The connector of one origin; the pool keeps it, so that TLS sessions are resumed. */
function connector(network: Network, { connection, addresses }: Reached): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup(network, connection) });
  const keep = (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return;
    const known = addresses.get(address) ?? { connection: { ...connection, address }, sockets: 0 };
    known.sockets += 1;
    addresses.set(address, known);
    socket.once("close", () => {
      known.sockets -= 1;
      if (known.sockets === 0) addresses.delete(address);
    });
  };
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
      keep(socket as Socket);
      done(null, socket as Socket);
    });
  };
}

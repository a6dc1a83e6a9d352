import http from "node:http";
import https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { type Connection, type Network, ToolError } from "@agent-tools/contract";
import { checkHost, checkReached, guardedLookup, type NetworkOptions } from "./guard.js";

/** One agent for each scheme, in the form of got's `agent` option. */
export interface NetworkAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Shorter than the 5 s of most servers, Node's own among them: one that closes a connection must not meet a request on it. */
const keptAlive = { keepAlive: true, scheduling: "lifo", timeout: 4_000 } as const;

/**
 * Agents for got, or `node:http` and `node:https`, whose every connection the policy is asked about: the host, all the
 * addresses that it resolves to before any is tried, and the address that was reached before a byte is sent. A refusal
 * is the request's error. Connections are kept alive and reused for the same host, port and scheme, and the policy is asked
 * again each time; idle ones close after 4 s and hold no process open. Unix sockets are refused, and no proxy is taken from the environment.
 */
export function networkAgents(network: Network, options: NetworkOptions = {}): NetworkAgents {
  return {
    http: guarded(new http.Agent(keptAlive), "http", network, options),
    https: guarded(new https.Agent(keptAlive), "https", network, options),
  };
}

interface SocketOptions {
  readonly host?: string;
  readonly port?: number | string;
  readonly socketPath?: string;
  readonly lookup?: LookupFunction;
}

type Connect = (options: SocketOptions, done?: (error: Error | null, socket?: Socket) => void) => Socket | undefined;

function guarded<A extends http.Agent>(agent: A, scheme: string, network: Network, { caller }: NetworkOptions): A {
  const connect = agent.createConnection.bind(agent) as Connect;
  const reuse = agent.reuseSocket.bind(agent);
  const connections = new WeakMap<object, Connection>();
  const createConnection: Connect = (options, done) => {
    try {
      if (options.socketPath) throw new ToolError("network_refused", "Requests to Unix sockets are refused.");
      const { host = "localhost", port, lookup } = options;
      const connection: Connection = { host, port: Number(port), scheme, ...(caller && { caller }) };
      checkHost(network, connection);
      const socket = connect({ ...options, lookup: guardedLookup(network, connection, lookup) }, done);
      if (socket) connections.set(socket, connection);
      // First among the listeners, so that neither a TLS greeting nor a request is written before the check.
      socket?.prependOnceListener("connect", () => {
        try {
          checkReached(network, connection, socket);
        } catch (refusal) {
          socket.destroy(refusal as Error);
        }
      });
      return socket;
    } catch (refusal) {
      done?.(refusal as Error);
      return undefined;
    }
  };
  // The policy may be another one by now.
  const reuseSocket: typeof reuse = (socket, request) => {
    const connection = connections.get(socket);
    try {
      if (connection) checkReached(network, connection, socket as Socket);
    } catch (refusal) {
      socket.destroy();
      throw refusal;
    }
    reuse(socket, request);
  };
  return Object.assign(agent, { createConnection, reuseSocket });
}

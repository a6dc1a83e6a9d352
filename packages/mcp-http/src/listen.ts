import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolError } from "@agent-tools/contract";
import { attachEndpoint, type Endpoint } from "./endpoint-server.js";

/** A server that listens. */
export interface Listening {
  /** What a client is configured with. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Takes nothing new, lets calls end for `drainMs`, then ends every session, stream and connection. */
  close(): Promise<void>;
  /** Resolves when the server has closed, whoever closed it. Close the runtime then. */
  readonly closed: Promise<void>;
}

/** What the listening part has to know of the endpoint's options. */
export interface ListenOptions {
  readonly path: string;
  readonly hasAccessControl: boolean;
  readonly allowsAnonymousRemote?: boolean;
  readonly requestTimeoutMs?: number;
  readonly slowClientMs?: number;
  readonly drainMs?: number;
  readonly handlesSignals?: boolean;
}

const DEFAULT_PORT = 8321;
const DEFAULT_HOST = "127.0.0.1";
/** A process that is asked to end goes on this long after the server has closed, for the host to close the rest. */
const EXIT_AFTER_MS = 5_000;
/** How long answers may take to be written once everything behind them has ended. */
const LINGER_MS = 1_000;
const SWEEP_MS = 20;

/** Serves an endpoint on a port. See `McpHttp.listen`. */
export async function listen(
  endpoint: Endpoint,
  options: ListenOptions,
  port: number = portFromEnvironment(),
  host: string = process.env["AGENT_TOOLS_HTTP_HOST"] || DEFAULT_HOST,
): Promise<Listening> {
  const { path, hasAccessControl, allowsAnonymousRemote = false, handlesSignals = true, drainMs = 10_000 } = options;
  if (!isLoopback(host) && !hasAccessControl && !allowsAnonymousRemote) {
    throw new ToolError("invalid_configuration", `Other machines reach ${host}, and there is no access control.`, {
      hint: "Give mcpHttp an `access` (staticTokens for example), or listen on 127.0.0.1. `allowsAnonymousRemote: true` serves everybody.",
    });
  }
  const timeout = options.requestTimeoutMs ?? 60_000;
  const server = createServer({
    requestTimeout: timeout,
    headersTimeout: Math.min(timeout, 20_000),
    connectionsCheckingInterval: Math.min(timeout, 5_000),
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  });
  attachEndpoint(server, endpoint, options.slowClientMs ?? 30_000);
  const { address, family, port: actualPort } = await bound(server, port, host);
  const isEverywhere = address === "0.0.0.0" || address === "::";
  const name = isEverywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  endpoint.allowHost(name);

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= shutDown();
    return closing;
  };
  async function shutDown(): Promise<void> {
    stopHandling();
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    await settled(endpoint.drain(), drainMs);
    await endpoint.close();
    // Connections fall idle one by one, as their last answers are written.
    const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await settled(ended, LINGER_MS);
    clearInterval(sweeper);
    server.closeAllConnections();
    await ended;
  }
  const stopHandling = handlesSignals ? onSignal(close) : () => {};
  return {
    url: `http://${name}:${actualPort}${path}`,
    host: address,
    port: actualPort,
    close,
    closed: new Promise((resolve) => server.once("close", resolve)),
  };
}

function portFromEnvironment(): number {
  const text = process.env["AGENT_TOOLS_HTTP_PORT"];
  return text ? Number(text) : DEFAULT_PORT;
}

async function bound(server: Server, port: number, host: string): Promise<AddressInfo> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ToolError("invalid_configuration", "The port is not a whole number from 0 to 65535.", {
      hint: "Correct AGENT_TOOLS_HTTP_PORT or the argument of listen.",
    });
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === "EADDRINUSE" ? "somebody else listens there" : cause.message;
      reject(
        new ToolError("invalid_configuration", `Cannot listen on ${host}:${port}: ${reason}.`, {
          hint: "Give another port or host: listen(port, host), AGENT_TOOLS_HTTP_PORT, AGENT_TOOLS_HTTP_HOST.",
          cause,
        }),
      );
    });
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Closes on the first SIGTERM or SIGINT. A host with handlers of its own ends the process itself; any other process is
 * ended by the same signal once it had time to close the rest.
 */
function onSignal(close: () => Promise<void>): () => void {
  const handle = async (signal: NodeJS.Signals) => {
    const isHostsOwn = process.listenerCount(signal) > 1;
    await close();
    if (!isHostsOwn) setTimeout(() => process.kill(process.pid, signal), EXIT_AFTER_MS).unref();
  };
  process.on("SIGTERM", handle).on("SIGINT", handle);
  return () => void process.off("SIGTERM", handle).off("SIGINT", handle);
}

/** Waits for the promise, but not for longer than that. */
async function settled(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

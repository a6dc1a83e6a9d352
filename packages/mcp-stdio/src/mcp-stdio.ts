import { randomUUID } from "node:crypto";
import { type Caller, isObject, type JsonObject, localCaller } from "@agent-tools/contract";
import {
  type EarlyCall,
  facadeOf,
  type McpFacade,
  type McpServer,
  mcpServer,
  openFacade,
} from "@agent-tools/mcp-binding";
import type { Exposure } from "@agent-tools/runtime";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { guardStdout } from "./guard-stdout.js";
import { LineTransport } from "./line-transport.js";
import { watchListening } from "./listening-requests.js";
import { onParentDeath } from "./parent-death.js";

/** How an exposure is served over standard input and output. */
export interface McpStdioOptions {
  /**
   * On whose behalf the client acts. Default: `localCaller({ channel: "stdio" })` with a conversation of its own, since
   * a connection over stdio is one conversation.
   */
  readonly caller?: Caller;
  /**
   * Milliseconds that the process may go on after the client has gone, for the host to close what it opened; then it
   * is ended. `false`: never, for a host that does more than serve this client. Default 5,000.
   */
  readonly exitAfterMs?: number | false;
  /** Told what went wrong beside any one request: input that is no JSON-RPC, a client that is gone. Default: a line on stderr. */
  readonly onError?: (error: Error) => void;
}

/** A connection over standard input and output. */
export interface McpStdio {
  /** Ends the connection; calls that run are cancelled. The process is the host's to end. */
  close(): Promise<void>;
  /** Resolves when the connection has ended, whoever ended it. Close the runtime then. */
  readonly closed: Promise<void>;
}

/**
 * Serves an exposure to the one client at standard input and output, in whichever era that client speaks (MCP, stdio
 * transport). Standard output carries nothing but the protocol from here on; to have it guarded before plugins load,
 * make `import "@agent-tools/mcp-stdio/guard"` the program's first import. The connection ends with standard input, or
 * with the process that started this one.
 */
export async function mcpStdio(exposure: Exposure | McpFacade, options: McpStdioOptions = {}): Promise<McpStdio> {
  const {
    caller = localCaller({ channel: "stdio", conversation: randomUUID() }),
    exitAfterMs = 5_000,
    onError = (error) => console.error(`[agent-tools] stdio: ${error.message}`),
  } = options;
  const facade = facadeOf(exposure);
  let server: McpServer | undefined;
  const isBegun = (message: unknown): boolean => {
    const call = isObject(message) ? server?.beginCall(message as JsonObject) : undefined;
    if (call) void answer(call);
    return call !== undefined;
  };
  const answer = async (call: EarlyCall): Promise<void> => {
    const response = await call.response;
    // A cancelled request has no answer, and nobody reads one any more when the connection is closed.
    if (!call.isCancelled) await transport.send(response).catch(onError);
  };
  const transport = new LineTransport(process.stdin, guardStdout(), isBegun);
  const served = serveStdio(
    async ({ era }) => {
      server = mcpServer(await openFacade(facade, { caller }), { era, caller, isLongLived: true });
      return server;
    },
    { transport, onerror: onError },
  );
  watchListening(transport, facade, caller, onError);

  let hasClosedItself = false;
  const stopWatching = onParentDeath(() => void served.close());
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      stopWatching();
      onclose?.();
      resolve();
      if (exitAfterMs !== false && !hasClosedItself) setTimeout(() => process.exit(), exitAfterMs).unref();
    };
  });
  return {
    closed,
    async close() {
      hasClosedItself = true;
      await served.close();
    },
  };
}

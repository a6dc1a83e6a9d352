import type { Caller, JsonObject } from "@agent-tools/contract";
import {
  isSamePrincipal,
  type McpFacade,
  type McpServer,
  mcpServer,
  openFacade,
  type SessionId,
} from "@agent-tools/mcp-binding";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { busyFacade } from "./busy-facade.js";
import { eventLog } from "./event-log.js";
import { whileOpen } from "./open-response.js";
import { isPlainPost, quickAnswer } from "./quick-answer.js";
import { refusal } from "./refusal.js";
import type { JsonAnswer, RequestHead } from "./request-head.js";

/** How sessions of the revisions up to 2025-11-25 are kept. */
export interface LegacySessionsOptions {
  readonly facade: McpFacade;
  readonly maxSessions: number;
  /** A session without a call or an open stream for that long is gone. */
  readonly idleMs: number;
  readonly isJsonOnly: boolean;
  readonly onError: (error: Error) => void;
}

/** The sessions of one endpoint. */
export interface LegacySessions {
  /** Answers one request of those revisions. `message` is the body of a POST. */
  handle(
    head: RequestHead,
    message: JsonObject | undefined,
    caller: (id: SessionId) => Caller,
  ): Promise<Response | JsonAnswer>;
  close(): Promise<void>;
}

interface Session {
  readonly caller: Caller;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Calls that run and streams that are open. */
  busy: number;
  lastUsed: number;
}

const SESSION_NOT_FOUND = -32001;
const SWEEP_MS = 30_000;
/** When a client whose stream broke should come back. */
const RETRY_MS = 1_000;

/** Sessions in memory, with an idle expiry and a cap (MCP 2025-11-25, transports, session management). */
export function legacySessions(options: LegacySessionsOptions): LegacySessions {
  const { facade, maxSessions, idleMs, isJsonOnly, onError } = options;
  const sessions = new Map<SessionId, Session>();
  let sweeper: ReturnType<typeof setInterval> | undefined;

  const isExpired = ({ busy, lastUsed }: Session) => busy === 0 && Date.now() - lastUsed >= idleMs;

  /** Ends sessions nobody has used for long, so that a client that never says goodbye leaves nothing behind. */
  function sweep(): void {
    for (const session of [...sessions.values()].filter(isExpired)) void session.transport.close();
  }

  /** Makes room for one more: the session that has been idle for longest goes. */
  function makeRoom(): boolean {
    if (sessions.size < maxSessions) return true;
    const idle = [...sessions.values()].filter(({ busy }) => busy === 0);
    const oldest = idle.reduce<Session | undefined>((a, b) => (a && a.lastUsed <= b.lastUsed ? a : b), undefined);
    void oldest?.transport.close();
    return oldest !== undefined;
  }

  function add(id: SessionId, session: Session): void {
    sessions.set(id, session);
    if (sweeper) return;
    sweeper = setInterval(sweep, Math.min(SWEEP_MS, idleMs));
    (sweeper as { unref?: () => void }).unref?.();
  }

  function remove(id: SessionId): void {
    sessions.delete(id);
    if (sessions.size > 0) return;
    clearInterval(sweeper);
    sweeper = undefined;
  }

  async function open(request: Request, message: JsonObject, callerOf: (id: SessionId) => Caller): Promise<Response> {
    if (!makeRoom()) {
      return refusal(503, `All ${maxSessions} sessions are in use.`, { headers: { "retry-after": "5" } });
    }
    const id = crypto.randomUUID() as string as SessionId;
    const caller = callerOf(id);
    const opened = await openFacade(facade, { caller });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => add(id, session),
      enableJsonResponse: isJsonOnly,
      retryInterval: RETRY_MS,
      ...(!isJsonOnly && { eventStore: eventLog() }),
    });
    const server: McpServer = mcpServer(
      busyFacade(opened, () => begin(session)),
      {
        era: "legacy",
        caller,
        sessionId: id,
        isLongLived: true,
        isOneWay: isJsonOnly,
      },
    );
    const session: Session = { caller, server, transport, busy: 0, lastUsed: Date.now() };
    server.onerror = onError;
    await server.connect(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      remove(id);
      onclose?.();
    };
    const response = await transport.handleRequest(request, { parsedBody: message });
    if (!sessions.has(id)) await transport.close();
    return response;
  }

  return {
    async handle(head, message, callerOf) {
      const id = head.header("mcp-session-id") as SessionId | null;
      if (!id) {
        if (message?.["method"] === "initialize") return open(head.request, message, callerOf);
        return refusal(400, "The Mcp-Session-Id header is missing. Send initialize first.");
      }
      const session = sessions.get(id);
      if (session && isExpired(session)) await session.transport.close();
      // Somebody else's session and none at all look the same.
      if (!session || !sessions.has(id) || !isSamePrincipal(session.caller, callerOf(id))) {
        return refusal(404, "There is no such session. Send initialize again, without a session id.", {
          code: SESSION_NOT_FOUND,
        });
      }
      session.lastUsed = Date.now();
      const call = message && isPlainPost(head) ? session.server.beginCall(message) : undefined;
      const quick = call && (await quickAnswer(call, id, isJsonOnly));
      if (quick) return quick;
      const response = await session.transport.handleRequest(head.request, { parsedBody: message });
      return head.method === "GET" && response.ok ? whileOpen(response, begin(session)) : response;
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

function begin(session: Session): () => void {
  session.busy++;
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    session.busy--;
    session.lastUsed = Date.now();
  };
}

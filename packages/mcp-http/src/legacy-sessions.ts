import type { Caller, JsonObject } from "@agent-tools/contract";
import {
  isSamePrincipal,
  type McpFacade,
  type McpServer,
  mcpServer,
  openFacade,
  type SessionId,
} from "@agent-tools/mcp-binding";
import { busyFacade } from "./busy-facade.js";
import { whileOpen } from "./open-response.js";
import { refusal } from "./refusal.js";
import { JsonAnswer, type RequestHead } from "./request-head.js";
import { SessionTransport } from "./session-transport.js";

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
  readonly transport: SessionTransport;
  /** Calls that run and streams that are open. */
  busy: number;
  lastUsed: number;
}

const SESSION_NOT_FOUND = -32001;
const SWEEP_MS = 30_000;

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

  async function open(
    head: RequestHead,
    message: JsonObject,
    callerOf: (id: SessionId) => Caller,
  ): Promise<Response | JsonAnswer> {
    if (!makeRoom()) {
      return refusal(503, `All ${maxSessions} sessions are in use.`, { headers: { "retry-after": "5" } });
    }
    const id = crypto.randomUUID() as string as SessionId;
    const caller = callerOf(id);
    const opened = await openFacade(facade, { caller });
    const server: McpServer = mcpServer(
      busyFacade(opened, () => begin(session)),
      { era: "legacy", caller, sessionId: id, isLongLived: true, isOneWay: isJsonOnly },
    );
    const transport = new SessionTransport({
      sessionId: id,
      isJsonOnly,
      beginCall: (call) => server.beginCall(call),
      greeted: () => add(id, session),
    });
    const session: Session = { caller, transport, busy: 0, lastUsed: Date.now() };
    server.onerror = onError;
    await server.connect(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      remove(id);
      onclose?.();
    };
    const answer = await transport.handle(head, message);
    if (!sessions.has(id)) await transport.close();
    return answer;
  }

  return {
    async handle(head, message, callerOf) {
      const id = head.header("mcp-session-id") as SessionId | null;
      if (!id) {
        if (message?.["method"] === "initialize") return open(head, message, callerOf);
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
      const answer = await session.transport.handle(head, message);
      if (answer instanceof JsonAnswer || head.method !== "GET" || !answer.ok) return answer;
      return whileOpen(answer, begin(session));
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

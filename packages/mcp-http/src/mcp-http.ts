import { type Awaitable, type Caller, isObject, type JsonObject, localCaller, ToolError } from "@agent-tools/contract";
import {
  facadeOf,
  isPlainMessage,
  type McpFacade,
  mcpServer,
  openFacade,
  watchResources,
} from "@agent-tools/mcp-binding";
import type { Exposure } from "@agent-tools/runtime";
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  type ServerEvent,
} from "@modelcontextprotocol/server";
import type { Access } from "./access.js";
import { busyFacade } from "./busy-facade.js";
import { httpGuard } from "./http-guard.js";
import { legacySessions } from "./legacy-sessions.js";
import type { Listening } from "./listen.js";
import { messageBody, type ReadBody, readWebBody } from "./message-body.js";
import { whileOpen } from "./open-response.js";
import { paramHeaders } from "./param-headers.js";
import { refusal, refusalOf } from "./refusal.js";
import { headOf, JsonAnswer, type RequestHead } from "./request-head.js";
import { isPlainPost } from "./session-transport.js";

/** How an exposure is served over HTTP. */
export interface McpHttpOptions {
  /** Where the endpoint is. Compared exactly. Default `/mcp`. */
  readonly path?: string;
  /** Access control; it also says on whose behalf a request acts. Without it only this machine is served. */
  readonly access?: Access;
  /**
   * On whose behalf requests act where there is no access control. Default: `localCaller({ channel: "http" })`, with the
   * session as its conversation, or the client's name where there are no sessions.
   */
  readonly caller?: Caller | ((request: Request) => Awaitable<Caller>);
  /** Names or addresses that clients may use for this server, beside those of this machine itself. Without a port. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose web pages may use this server, for example `https://app.example`; they get CORS headers. */
  readonly allowedOrigins?: readonly string[];
  /** `true`: `listen` may serve other machines though there is no access control. Anybody there can call every tool. */
  readonly allowsAnonymousRemote?: boolean;
  /** `true`: a request is answered by one JSON body, never a stream; progress, logs and questions are left out. */
  readonly isJsonOnly?: boolean;
  /** The largest body in bytes. Default 4,194,304. */
  readonly maxBodyBytes?: number;
  /** How many sessions of older clients are kept at once. Default 1,000; the longest idle one makes room. */
  readonly maxSessions?: number;
  /** Milliseconds after which an unused session is gone. Default 1,800,000. */
  readonly sessionIdleMs?: number;
  /** Milliseconds in which a client has to have sent its whole request. Default 60,000. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds that a client may leave an answer unread before it is cut off. Default 30,000. */
  readonly slowClientMs?: number;
  /** Milliseconds that calls may still run when the server closes. Default 10,000. */
  readonly drainMs?: number;
  /** `false`: SIGTERM and SIGINT are left to the host. Default: `listen` drains the server, then lets the process end. */
  readonly handlesSignals?: boolean;
  /** Told what went wrong beside any one request. */
  readonly onError?: (error: Error) => void;
}

/** An exposure over HTTP. */
export interface McpHttp {
  /** Answers one request, on any host with web-standard requests. Never throws. */
  fetch(request: Request): Promise<Response>;
  /**
   * Serves on a port of this machine (Node only; the server is loaded when this is called). Defaults: the port of
   * `AGENT_TOOLS_HTTP_PORT` or 8321, the host of `AGENT_TOOLS_HTTP_HOST` or `127.0.0.1`; port 0 is any free one. Throws
   * `invalid_configuration` where the port is taken, or where the host can be reached from other machines and there is
   * no access control.
   */
  listen(port?: number, host?: string): Promise<Listening>;
  /** Ends every session and stream; what comes later is answered 503. */
  close(): Promise<void>;
}

const METHODS = ["GET", "POST", "DELETE"];
const FIRST_MODERN = "2026-07-28";
const HEADER_MISMATCH = -32020;

/** What a change is called on the way to clients of the newest revision. */
const eventKinds = {
  tools: "tools_list_changed",
  prompts: "prompts_list_changed",
  resources: "resources_list_changed",
} as const;

/**
 * Serves an exposure over MCP Streamable HTTP, to clients of every revision on one endpoint: sessions for those up to
 * 2025-11-25, none for 2026-07-28. Also answers `/healthz` and `/readyz`. Throws `invalid_configuration` where both
 * `access` and `caller` are given.
 */
export function mcpHttp(exposure: Exposure | McpFacade, options: McpHttpOptions = {}): McpHttp {
  const { path = "/mcp", access, caller, isJsonOnly = false, maxBodyBytes = 4_194_304, onError = () => {} } = options;
  if (access && caller) {
    throw new ToolError("invalid_configuration", "mcpHttp: both `access` and `caller` are given.", {
      hint: "Let `access` answer with the caller.",
    });
  }
  const guard = httpGuard({ allowedHosts: options.allowedHosts ?? [], allowedOrigins: options.allowedOrigins ?? [] });
  const activity = activityCounter();
  const facade = busyFacade(facadeOf(exposure), activity.begin);
  const sessions = legacySessions({
    facade,
    isJsonOnly,
    onError,
    maxSessions: options.maxSessions ?? 1_000,
    idleMs: options.sessionIdleMs ?? 1_800_000,
  });
  const paramFault = paramHeaders(facade);
  const opened = new WeakMap<Request, { readonly facade: McpFacade; readonly caller: Caller }>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const { facade: own, caller: asking } = opened.get(requestInfo as Request) as {
        facade: McpFacade;
        caller: Caller;
      };
      return mcpServer(own, { era: "modern", caller: asking, isOneWay: isJsonOnly });
    },
    { legacy: "reject", onerror: onError, maxRequestBodySize: maxBodyBytes },
  );
  const stopAnnouncing = facade.onChange((change) => {
    if (change.kind === "message") return;
    const event: ServerEvent =
      change.kind === "resource" ? { kind: "resource_updated", uri: change.uri } : { kind: eventKinds[change.kind] };
    modern.bus.publish(event);
  });
  let isClosing = false;

  /** Who asks: a caller for a conversation, or the answer that refuses. */
  async function principal(head: RequestHead): Promise<Response | JsonAnswer | ((conversation: string) => Caller)> {
    if (!access && !caller) return (conversation) => localCaller({ channel: "http", conversation });
    const found = access
      ? await access(head.request)
      : typeof caller === "function"
        ? await caller(head.request)
        : caller;
    return found instanceof Response ? found : () => found as Caller;
  }

  async function answer(head: RequestHead, read: ReadBody): Promise<Response | JsonAnswer> {
    const { method } = head;
    if (!METHODS.includes(method)) return notAllowed(METHODS.join(", "));
    const who = await principal(head);
    if (typeof who !== "function") return who;
    if (isClosing) return refusal(503, "The server is shutting down.", { headers: { "retry-after": "5" } });
    if (method !== "POST") {
      const version = head.header("mcp-protocol-version") ?? "";
      if (/^\d{4}-\d\d-\d\d$/.test(version) && version >= FIRST_MODERN) return notAllowed("POST");
      if (method === "GET" && isJsonOnly) return notAllowed("POST, DELETE");
      return sessions.handle(head, undefined, who);
    }
    const message = await messageBody(head, read, maxBodyBytes);
    if (message instanceof JsonAnswer) return message;
    try {
      return await answerMessage(head, message, who);
    } catch (thrown) {
      onError(ToolError.from(thrown));
      return refusalOf(thrown, message["id"] as string | number | undefined);
    }
  }

  async function answerMessage(
    head: RequestHead,
    message: JsonObject,
    who: (conversation: string) => Caller,
  ): Promise<Response | JsonAnswer> {
    const isOfSession = head.header("mcp-session-id") !== null || message["method"] === "initialize";
    const isSurelyLegacy = isOfSession && isPlainPost(head) && isPlainMessage(message);
    if (isSurelyLegacy || (await isLegacyRequest(head.request, message))) return sessions.handle(head, message, who);
    const { request } = head;
    const asking = who(clientName(message));
    const { id, method: called, params } = message;
    const fault = called === "tools/call" && isObject(params) && (await paramFault(request.headers, params, asking));
    if (fault) return refusal(400, `Headers and body disagree: ${fault}.`, { code: HEADER_MISMATCH, id: id as string });
    opened.set(request, { facade: await openFacade(facade, { caller: asking }), caller: asking });
    if (called !== "subscriptions/listen" || !isObject(params)) return modern.fetch(request, { parsedBody: message });
    const stopWatching = await watchResources(facade, params as JsonObject, { caller: asking });
    return whileOpen(await modern.fetch(request, { parsedBody: message }), stopWatching);
  }

  async function serve(head: RequestHead, read: ReadBody): Promise<Response | JsonAnswer> {
    try {
      const { pathname } = head.url;
      if (pathname === "/healthz") return new JsonAnswer({ status: "ok" });
      if (pathname === "/readyz") return new JsonAnswer({ ready: !isClosing }, {}, isClosing ? 503 : 200);
      if (pathname !== path) return refusal(404, `There is nothing at ${pathname}. The endpoint is ${path}.`);
      return guard.withCors(head, guard.check(head) ?? (await answer(head, read)));
    } catch (thrown) {
      onError(ToolError.from(thrown));
      return refusalOf(thrown);
    }
  }

  async function close(): Promise<void> {
    isClosing = true;
    stopAnnouncing();
    await Promise.all([sessions.close(), modern.close()]);
  }

  return {
    async fetch(request) {
      const answered = await serve(headOf(request), (limit) => readWebBody(request.body, limit));
      return answered instanceof JsonAnswer ? answered.toResponse() : answered;
    },
    async listen(port, host) {
      const { listen } = await import("./listen.js");
      const drain = async () => {
        isClosing = true;
        await activity.idle();
        // The last call's answer is written in the turn in which the call ends.
        await new Promise((resolve) => setTimeout(resolve, 0));
      };
      const { allowHost } = guard;
      return listen(
        { serve, allowHost, drain, close },
        { ...options, path, hasAccessControl: access !== undefined },
        port,
        host,
      );
    },
    close,
  };
}

/** Counts what runs, and tells when nothing does. */
function activityCounter(): { begin: () => () => void; idle: () => Promise<void> } {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    begin() {
      running++;
      return () => {
        running--;
        if (running === 0) for (const done of waiting.splice(0)) done();
      };
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

function notAllowed(allow: string): JsonAnswer {
  return refusal(405, "This method is not allowed here.", { headers: { allow } });
}

/** The newest revision has no sessions: what a caller's client does, under its name, is one conversation. */
function clientName({ params }: JsonObject): string {
  const meta = isObject(params) ? params["_meta"] : undefined;
  const info = isObject(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  return isObject(info) && typeof info["name"] === "string" ? info["name"] : "http";
}

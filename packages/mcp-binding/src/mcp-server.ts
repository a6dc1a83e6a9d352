import { type Answers, type Caller, isObject, type JsonObject, type LogLevel, ToolError } from "@agent-tools/contract";
import type { ClientInfo, Session } from "@agent-tools/runtime";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  type Request,
  type RequestOptions,
  type Result,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { changeNotification } from "./changes.js";
import { type EarlyCall, plainCall, RunningCall, type Way } from "./early-call.js";
import { exchange, isLoudEnough, type Wire } from "./exchange.js";
import type { Era, McpChange, McpFacade, SessionId } from "./facade.js";
import { methodsOf } from "./methods.js";
import { isSamePrincipal } from "./principal.js";
import { REQUEST_CANCELLED } from "./protocol-error.js";
import { quietContext, unwatch } from "./resource-watch.js";

/** For whom and how one SDK server serves a facade. */
export interface McpServerOptions {
  readonly era: Era;
  readonly caller: Caller;
  readonly sessionId?: SessionId;
  /** `true`: it lives as long as a connection or a session, and tells its client of changes. */
  readonly isLongLived?: boolean;
  /** `true`: each request is answered by its result alone; nothing else can be sent on the way. */
  readonly isOneWay?: boolean;
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Takes any value as it is: requests, answers and results belong to the facade and the client, not to a binding. */
const anything = {
  "~standard": { version: 1, vendor: "agent-tools", validate: (value: unknown) => ({ value }) },
} as const;

/** A person answers questions, so they may take ten minutes. */
const ASK_TIMEOUT_MS = 600_000;

/** The SDK validates elicited forms with this; here the facade that asked does. */
const noValidator = { getValidator: () => (input: unknown) => ({ valid: true, data: input, errorMessage: undefined }) };

/** A server of the SDK's v2 packages over a facade. */
export interface McpServer extends Server {
  /**
   * Begins a `tools/call` of a greeted legacy client that needs nothing of the protocol but its answer, past the SDK, which
   * costs more than such a call itself. Undefined where the message is for the SDK. What the call says on its way goes to
   * the transport as related to it; its response does not.
   */
  beginCall(message: JsonObject): EarlyCall | undefined;
}

/** A facade as a server of the SDK's v2 packages: one for each connection, legacy session or modern request. */
export function mcpServer(facade: McpFacade, options: McpServerOptions): McpServer {
  return new FacadeServer(facade, options);
}

class FacadeServer extends Server implements McpServer {
  readonly #facade: McpFacade;
  readonly #early = new Map<string | number, RunningCall>();
  readonly #options: McpServerOptions;
  readonly #subscribed = new Set<string>();
  #client: ClientInfo | undefined;
  #logLevel: LogLevel = "debug";

  constructor(facade: McpFacade, options: McpServerOptions) {
    super(facade.info, {
      capabilities: facade.capabilities as ServerCapabilities,
      jsonSchemaValidator: noValidator as never,
      debouncedNotificationMethods: ["tools", "prompts", "resources"].map(
        (list) => `notifications/${list}/list_changed`,
      ),
    });
    this.#facade = facade;
    this.#options = options;
    // The SDK's own handler keeps the level to itself; a facade may have to pass it on.
    this.removeRequestHandler("logging/setLevel");
    for (const method of methodsOf(facade.capabilities, options.era)) {
      this.setRequestHandler(method, { params: anything }, (params, context) =>
        this.#answer(method, params as JsonObject, context),
      );
    }
    if (options.isLongLived && options.era === "modern") this.#announceChanges();
    // Nothing may be sent before a legacy client has said that it is ready (2025-11-25, lifecycle).
    if (options.isLongLived && options.era === "legacy") this.oninitialized = () => this.#announceChanges();
  }

  /**
   * Sees every handler, the protocol's own included. Those of the facade are left as they are, since the SDK would check
   * their results and refuse what it does not know; the two greetings get instructions made for whoever asks.
   */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    if (method === "initialize") {
      return async (request, context) => {
        const { clientInfo, capabilities } = (request.params ?? {}) as Record<string, unknown>;
        const result = await handler(request, context);
        this.#client = clientOf(clientInfo, capabilities);
        return this.#withInstructions(result, this.#session(context));
      };
    }
    if (method === "server/discover") {
      return async (request, context) =>
        this.#withInstructions(await handler(request, context), this.#session(context));
    }
    return handler;
  }

  beginCall(message: JsonObject): EarlyCall | undefined {
    const call = this.#client && this.#options.era === "legacy" ? plainCall(message) : undefined;
    if (!call || this.#early.has(call.id) || this.#facade.capabilities["tools"] === undefined) return undefined;
    const { id, params } = call;
    const meta = params["_meta"] as JsonObject | undefined;
    const started = new RunningCall(call, async (signal) => {
      try {
        return await exchange(this.#facade, "tools/call", params, this.#legacyWire(meta, signal, this.#relatedTo(id)));
      } finally {
        this.#early.delete(id);
      }
    });
    this.#early.set(id, started);
    return started;
  }

  #relatedTo(relatedRequestId: string | number): Way {
    return {
      notify: (notification) => this.notification(notification, { relatedRequestId }),
      send: ((request: Request, schema: typeof anything, options: RequestOptions) =>
        this.request(request, schema, { relatedRequestId, ...options })) as Way["send"],
    };
  }

  /** A call that was begun early has a controller of its own. */
  protected override _onnotification(...args: Parameters<Server["_onnotification"]>): void {
    const [{ method, params }] = args;
    const id = params?.["requestId"] as string | number | undefined;
    if (method === "notifications/cancelled" && id !== undefined) this.#early.get(id)?.cancel(params?.["reason"]);
    super._onnotification(...args);
  }

  protected override _onclose(): void {
    for (const call of this.#early.values()) call.cancel(new ToolError("closed", "The connection was closed."));
    this.#early.clear();
    super._onclose();
  }

  #announceChanges(): void {
    const stop = this.#facade.onChange((change) => {
      if (this.#isWanted(change)) this.notification(changeNotification(change)).catch(() => {});
    });
    const before = this.onclose;
    this.onclose = () => {
      stop();
      const { era, caller } = this.#options;
      void unwatch(this.#facade, this.#subscribed, quietContext(era, { caller }));
      before?.();
    };
  }

  #isWanted(change: McpChange): boolean {
    const { era, caller } = this.#options;
    if (change.caller && !isSamePrincipal(change.caller, caller)) return false;
    // In the newest revision a log message belongs to a request, and the listening requests say what they listen to.
    if (change.kind === "message") return era === "legacy" && isLoudEnough(change.level, this.#logLevel);
    return change.kind !== "resource" || era === "modern" || this.#subscribed.has(change.uri);
  }

  async #answer(method: string, params: JsonObject, context: ServerContext): Promise<Result> {
    if (this.#options.sessionId) this.#endStreamOnCancel(context);
    const uri = String(params["uri"]);
    // The facade counts its subscribers, of which this session is one.
    if (method === "resources/subscribe" && this.#subscribed.has(uri)) return {};
    if (method === "resources/unsubscribe" && !this.#subscribed.delete(uri)) return {};
    const result = await exchange(this.#facade, method, params, this.#wire(context));
    if (method === "logging/setLevel") this.#logLevel = params["level"] as LogLevel;
    if (method === "resources/subscribe") this.#subscribed.add(uri);
    return result as Result;
  }

  /**
   * The SDK answers a cancelled request with nothing, which leaves its HTTP stream open for as long as the session lives.
   * Only an answer ends it; the client, who has stopped waiting, ignores that.
   */
  #endStreamOnCancel({ mcpReq: { id, signal } }: ServerContext): void {
    const end = () => {
      const error = { code: REQUEST_CANCELLED, message: "The request was cancelled." };
      this.transport?.send({ jsonrpc: "2.0", id, error }).catch(() => {});
    };
    signal.addEventListener("abort", end, { once: true });
  }

  #wire({ mcpReq }: ServerContext): Wire {
    const { era, sessionId, isOneWay = false } = this.#options;
    const isModern = era === "modern";
    const { signal } = mcpReq;
    const meta = mcpReq._meta as JsonObject | undefined;
    if (!isModern) return this.#legacyWire(meta, signal, mcpReq);
    const envelope = mcpReq.envelope as JsonObject | undefined;
    const state = mcpReq.requestState();
    const { inputResponses } = mcpReq;
    const isRetry = typeof state === "string" || inputResponses !== undefined;
    return {
      era,
      session: this.#session({ mcpReq } as ServerContext),
      sessionId,
      signal,
      meta,
      logLevel: envelope?.[LOG_LEVEL_META_KEY] as LogLevel | undefined,
      resume: isRetry
        ? { answers: (inputResponses ?? {}) as Answers, ...(typeof state === "string" && { state }) }
        : undefined,
      notify(method, params) {
        if (!isOneWay) mcpReq.notify({ method, params }).catch(() => {});
      },
      request: undefined,
    };
  }

  #legacyWire(meta: JsonObject | undefined, signal: AbortSignal, way: Way): Wire {
    const { caller, sessionId, isOneWay = false } = this.#options;
    return {
      era: "legacy",
      session: this.#client ? { caller, client: this.#client } : { caller },
      sessionId,
      signal,
      meta,
      logLevel: this.#logLevel,
      resume: undefined,
      notify(method, params) {
        if (!isOneWay) way.notify({ method, params }).catch(() => {});
      },
      request: isOneWay
        ? undefined
        : async (method, params) =>
            (await way.send({ method, params }, anything, { signal, timeout: ASK_TIMEOUT_MS })) as JsonObject,
    };
  }

  #session({ mcpReq }: ServerContext): Session {
    const { caller, era } = this.#options;
    const envelope = mcpReq.envelope as JsonObject | undefined;
    const client =
      era === "modern"
        ? clientOf(envelope?.[CLIENT_INFO_META_KEY], envelope?.[CLIENT_CAPABILITIES_META_KEY])
        : this.#client;
    return client ? { caller, client } : { caller };
  }

  async #withInstructions(result: Result, session: Session): Promise<Result> {
    const instructions = await this.#facade.instructions(session);
    return instructions ? { ...result, instructions } : result;
  }
}

function clientOf(info: unknown, capabilities: unknown): ClientInfo {
  const { name, version } = isObject(info) ? info : {};
  return {
    name: typeof name === "string" ? name : "unknown",
    ...(typeof version === "string" && { version }),
    ...(isObject(capabilities) && { capabilities: capabilities as JsonObject }),
  };
}

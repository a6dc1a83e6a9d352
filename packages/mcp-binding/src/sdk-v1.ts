import { type Caller, type JsonObject, type LogLevel, localCaller, ToolError } from "@agent-tools/contract";
import type { ClientInfo, Exposure } from "@agent-tools/runtime";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { changeNotification } from "./changes.js";
import { exchange, isLoudEnough, type Wire } from "./exchange.js";
import { facadeOf } from "./exposure-facade.js";
import type { McpChange, McpFacade, SessionId } from "./facade.js";
import { methodsOf } from "./methods.js";
import { isSamePrincipal } from "./principal.js";
import { quietContext, unwatch } from "./resource-watch.js";

/** How an exposure is bound to a host's own server. */
export interface BindSdkV1Options {
  /** On whose behalf this server's client acts. Default `localCaller({ channel: "mcp" })`. */
  readonly caller?: Caller;
}

type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1];

/** A person answers questions, so they may take ten minutes. */
const ASK_TIMEOUT_MS = 600_000;

/**
 * Serves an exposure on a host's own `Server` of `@modelcontextprotocol/sdk` 1.x, beside whatever else the host serves on
 * it. Call it before `connect`, once for each server; the host owns the transport, and gives `instructions` itself when
 * it makes the server. Returns how to stop telling the client of changes, for when the server closes.
 *
 * Throws `invalid_configuration` where the server is connected already or has a handler for one of the methods.
 */
export function bindSdkV1(server: Server, exposure: Exposure | McpFacade, options: BindSdkV1Options = {}): () => void {
  const facade = facadeOf(exposure);
  const { caller = localCaller({ channel: "mcp" }) } = options;
  const methods = new Set(methodsOf(facade.capabilities, "legacy"));
  const subscribed = new Set<string>();
  let logLevel: LogLevel = "debug";

  // A server made with `logging` brings a handler that keeps the level to itself.
  server.removeRequestHandler("logging/setLevel");
  try {
    server.registerCapabilities(facade.capabilities);
    for (const method of methods) server.assertCanSetRequestHandler(method);
  } catch (cause) {
    throw new ToolError("invalid_configuration", `The server cannot be bound: ${(cause as Error).message}.`, {
      hint: "Bind it before it is connected, and leave tools to the exposure.",
      cause,
    });
  }

  function wire(extra: Extra): Wire {
    const { signal } = extra;
    return {
      era: "legacy",
      session: { caller, client: clientOf(server) },
      sessionId: extra.sessionId as SessionId | undefined,
      signal,
      meta: extra._meta as JsonObject | undefined,
      logLevel,
      resume: undefined,
      notify: (method, params) => void extra.sendNotification({ method, params } as never).catch(() => {}),
      request: async (method, params) =>
        (await extra.sendRequest({ method, params } as never, ResultSchema, {
          signal,
          timeout: ASK_TIMEOUT_MS,
        })) as JsonObject,
    };
  }

  // Not setRequestHandler: that one parses requests and results, and refuses what this SDK's revision does not know.
  const others = server.fallbackRequestHandler;
  server.fallbackRequestHandler = async (request, extra) => {
    const { method, params = {} } = request;
    if (!methods.has(method) && others) return others(request, extra);
    const uri = String(params["uri"]);
    // The facade counts its subscribers, of which this server is one.
    if (method === "resources/subscribe" && subscribed.has(uri)) return {};
    if (method === "resources/unsubscribe" && !subscribed.delete(uri)) return {};
    const result = await exchange(facade, method, params as JsonObject, wire(extra));
    if (method === "logging/setLevel") logLevel = params["level"] as LogLevel;
    if (method === "resources/subscribe") subscribed.add(uri);
    return result;
  };

  const isWanted = (change: McpChange): boolean => {
    if (change.caller && !isSamePrincipal(change.caller, caller)) return false;
    if (change.kind === "message") return isLoudEnough(change.level, logLevel);
    return change.kind !== "resource" || subscribed.has(change.uri);
  };
  const stop = facade.onChange((change) => {
    if (isWanted(change) && server.transport) server.notification(changeNotification(change) as never).catch(() => {});
  });
  return () => {
    stop();
    void unwatch(facade, subscribed, quietContext("legacy", { caller }));
  };
}

function clientOf(server: Server): ClientInfo {
  const { name = "unknown", version } = server.getClientVersion() ?? {};
  const capabilities = server.getClientCapabilities() as JsonObject | undefined;
  return { name, ...(version && { version }), ...(capabilities && { capabilities }) };
}

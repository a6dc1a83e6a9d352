import type { Answers, Ask, Awaitable, JsonObject, Log } from "@agent-tools/contract";
import type { Pending, Session } from "@agent-tools/runtime";

/** Which family of MCP revisions a client speaks: up to 2025-11-25, or 2026-07-28 and later. */
export type Era = "legacy" | "modern";

declare const sessionId: unique symbol;

/** The id of one legacy HTTP session. Branded, so that no other text (a caller, a conversation) is taken for one. */
export type SessionId = string & { readonly [sessionId]: true };

/** One request's surroundings: who asks, and the way back to them while it is answered. */
export interface McpContext {
  readonly era: Era;
  readonly session: Session;
  /** Present on legacy HTTP only; the newest revision has no sessions. */
  readonly sessionId?: SessionId;
  /** Aborted when the client cancels this request or goes away. */
  readonly signal: AbortSignal;
  /** The request's `_meta` as it came, without the keys that belong to the protocol's own envelope. */
  readonly meta: JsonObject;
  /** Absent where the client gave no progress token. */
  readonly progress?: (done: number, total?: number, message?: string) => void;
  /** Sends a log message on this request's stream, where the client wants messages of that level. */
  readonly log: Log;
  /** Asks the client in mid-request. Absent where the era or the client cannot: answer `Pending` instead. */
  readonly ask?: (requests: Readonly<Record<string, Ask>>) => Promise<Answers>;
  /** The answers to an earlier `Pending`, with its state unchanged. */
  readonly resume?: { readonly state: string; readonly answers: Answers };
}

/** A result of the protocol, or questions that have to be answered first. */
export type McpAnswer = { readonly result: JsonObject } | Pending;

/** What changed: one of the lists, or one resource. */
export type McpChange =
  | { readonly kind: "tools" | "prompts" | "resources" }
  | { readonly kind: "resource"; readonly uri: string };

/**
 * Everything a binding has to know of what it serves: one port for every era, SDK and transport. Methods, parameters
 * and results are those of MCP, as plain JSON; nothing that `handle` answers is changed unless the client's era has no
 * way to say it.
 */
export interface McpFacade {
  /** MCP `Implementation`. */
  readonly info: { readonly name: string; readonly version: string; readonly [kept: string]: unknown };
  /** MCP `ServerCapabilities`. They decide which methods reach `handle`. */
  readonly capabilities: JsonObject;
  instructions(session: Session): Awaitable<string | undefined>;
  /** Answers one request; `undefined` where there is no such method here. A thrown ToolError becomes a protocol error. */
  handle(method: string, params: JsonObject, context: McpContext): Promise<McpAnswer | undefined>;
  /** Calls back when something changed. Returns how to stop. */
  onChange(listener: (change: McpChange) => void): () => void;
}

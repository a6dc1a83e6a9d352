import type { Answers, Ask, Awaitable, Caller, Json, JsonObject, Log, LogLevel } from "@agent-tools/contract";
import type { Session } from "@agent-tools/runtime";

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
  /** The lowest level of log messages that the client takes; absent where it takes none. */
  readonly logLevel?: LogLevel;
  /** Asks the client in mid-request. Absent where the era or the client cannot: answer with questions instead. */
  readonly ask?: (requests: Readonly<Record<string, Ask>>) => Promise<Answers>;
  /** The answers to questions that this request was answered with before, and their state, unchanged. */
  readonly resume?: { readonly answers: Answers; readonly state?: string };
}

/** Questions that have to be answered before there is a result: the client repeats the request with the answers. */
export interface McpQuestions {
  readonly requests: Readonly<Record<string, Ask>>;
  /** Opaque to the client, which sends it back. It may have been forged: sign it. */
  readonly state?: string;
}

/** A result of the protocol, or questions first. The `Pending` of an exposure is such questions. */
export type McpAnswer = { readonly result: JsonObject } | McpQuestions;

/** What happened, for one caller or for all: one of the lists changed, one resource did, or there are words of no request. */
export type McpChange = { readonly caller?: Caller } & (
  | { readonly kind: "tools" | "prompts" | "resources" }
  | { readonly kind: "resource"; readonly uri: string }
  | { readonly kind: "message"; readonly level: LogLevel; readonly data: Json; readonly logger?: string }
);

/** MCP `Implementation`. */
export interface McpInfo {
  readonly name: string;
  readonly version: string;
  readonly [kept: string]: unknown;
}

/**
 * Everything a binding has to know of what it serves: one port for every era, SDK and transport. Methods, parameters
 * and results are those of MCP, as plain JSON; nothing that `handle` answers is changed unless the client's era has no
 * way to say it.
 */
export interface McpFacade {
  readonly info: McpInfo;
  /** MCP `ServerCapabilities`. They decide which methods reach `handle`. */
  readonly capabilities: JsonObject;
  /** What one session is told instead of `info` and `capabilities`, where that is only known when it is asked for. */
  about?(session: Session): Awaitable<{ readonly info: McpInfo; readonly capabilities: JsonObject }>;
  instructions(session: Session): Awaitable<string | undefined>;
  /** Answers one request; `undefined` where there is no such method here. A thrown ToolError becomes a protocol error. */
  handle(method: string, params: JsonObject, context: McpContext): Promise<McpAnswer | undefined>;
  /** Calls back when something changed. Returns how to stop. */
  onChange(listener: (change: McpChange) => void): () => void;
}

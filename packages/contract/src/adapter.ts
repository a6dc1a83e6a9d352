import type { Caller } from "./caller.js";
import type { CallContext, Log, LogLevel, ReadContext } from "./context.js";
import type { Effect } from "./effect.js";
import type { Awaitable, Json, JsonObject } from "./json.js";
import type { Network } from "./network.js";
import type { Store } from "./store.js";
import type { Tool } from "./tool.js";

/** One hit of an adapter's own search. Further fields are kept. */
export interface SearchMatch {
  readonly name: string;
  readonly description?: string;
  readonly score?: number;
  // biome-ignore lint/suspicious/noExplicitAny: as for Tool, an adapter's own interface has to fit.
  readonly [kept: string]: any;
}

/** The answer of an adapter's own search, best first. */
export interface SearchAnswer {
  readonly query?: string;
  readonly matches: readonly SearchMatch[];
}

/** How a source is doing, in words for a person. */
export interface Health {
  readonly status: "ok" | "connecting" | "degraded" | "login_required" | "down";
  readonly message?: string;
}

/** One page of a list; `nextCursor` is present where there is more. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
  /** Further fields of the answer that the page came in, `_meta` among them. */
  readonly rest?: JsonObject;
}

/** What a source says about itself (MCP 2025-11-25, InitializeResult). */
export interface SourceInfo {
  /** MCP `ServerCapabilities`: what it can do beside calling tools. */
  readonly capabilities: JsonObject;
  /** MCP `Implementation`. */
  readonly info?: JsonObject;
  readonly instructions?: string;
}

/** What is to be completed: an argument of a prompt or of a resource template (MCP 2025-11-25, completion/complete). */
export interface CompletionRequest {
  readonly ref: JsonObject;
  readonly argument: JsonObject;
  readonly context?: JsonObject;
}

/** What a source tells without being asked, beside that its tools changed: another list that changed, or words of no call. */
export type SourceNotice =
  | { readonly kind: "resources" | "prompts" }
  | { readonly kind: "message"; readonly level: LogLevel; readonly data: Json; readonly logger?: string };

/** Resources behind an adapter (MCP 2025-11-25, server/resources). URIs are opaque and never rewritten. */
export interface ResourceSource {
  list(cursor: string | undefined, context: ReadContext): Awaitable<Page<JsonObject>>;
  listTemplates?(cursor: string | undefined, context: ReadContext): Awaitable<Page<JsonObject>>;
  read(uri: string, context: CallContext): Awaitable<JsonObject>;
  /** The skills that the source publishes (MCP extension io.modelcontextprotocol/skills, skills/list). */
  listSkills?(cursor: string | undefined, context: ReadContext): Awaitable<Page<JsonObject>>;
  subscribe?(uri: string, onUpdate: (uri: string) => void, context: ReadContext): Awaitable<() => Awaitable<void>>;
}

/** Prompts behind an adapter (MCP 2025-11-25, server/prompts). */
export interface PromptSource {
  list(cursor: string | undefined, context: ReadContext): Awaitable<Page<JsonObject>>;
  get(name: string, args: Readonly<Record<string, string>>, context: CallContext): Awaitable<JsonObject>;
}

/**
 * A source of tools. A plain class with `listTools` and `call` is one; everything else is optional, and every trailing
 * context may be ignored.
 */
export interface Adapter {
  listTools(context: ReadContext): Awaitable<{ readonly tools: readonly Tool[] }>;
  /** Runs one tool. Answers with a tool result, or with any JSON value, which is wrapped. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own argument type, and authors write it down.
  call(name: string, args: any, context: CallContext): Awaitable<unknown>;
  /** The runtime's own index answers when absent. */
  search?(query: string, limit: number, context: ReadContext): Awaitable<SearchAnswer>;
  /** One whole definition; throws where there is none of that name. Looked up in the list when absent. */
  describe?(name: string, context: ReadContext): Awaitable<Tool>;
  /** Facts to attach to a discover answer. */
  discoverContext?(context: ReadContext): Awaitable<unknown>;
  /** What the adapter's own code knows about a tool's effect; never taken from what a server sent. */
  effect?(name: string): Effect | undefined;
  /** True where `call` says `context.dispatched()`; without it every call that began counts as sent. */
  readonly reportsDispatch?: boolean;
  readonly resources?: ResourceSource;
  readonly prompts?: PromptSource;
  /** What the source says about itself; only pass-through shows it. */
  about?(context: ReadContext): Awaitable<SourceInfo>;
  /** Completes an argument of a prompt or of a resource template (MCP `CompleteResult`). */
  complete?(request: CompletionRequest, context: CallContext): Awaitable<JsonObject>;
  /** The client wants log messages of this level and above. */
  setLogLevel?(level: LogLevel, context: ReadContext): Awaitable<void>;
  health?(): Awaitable<Health>;
  /** Ends everything the adapter started. A second call changes nothing. */
  close?(): Awaitable<void>;
}

/** What a host hands to an adapter when it is made. */
export interface AdapterHost {
  readonly store: Store;
  readonly network: Network;
  readonly log: Log;
  /** Say it when the list of tools has changed, for one caller or for all. */
  toolsChanged(caller?: Caller): void;
  /** Say what else the source tells, for one caller or for all. */
  notify?(notice: SourceNotice, caller?: Caller): void;
}

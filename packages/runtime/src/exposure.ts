import type {
  Answers,
  Ask,
  Awaitable,
  Caller,
  JsonObject,
  Log,
  LogLevel,
  SourceInfo,
  SourceNotice,
  Tool,
  ToolResult,
} from "@agent-tools/contract";
import type { PublishedSkills } from "./skill-library.js";

/** A client as it names itself when it connects (MCP `clientInfo` and capabilities). */
export interface ClientInfo {
  readonly name: string;
  readonly version?: string;
  readonly capabilities?: JsonObject;
}

/** Who is asking: the caller, and the client program in front of it where one is known. */
export interface Session {
  readonly caller: Caller;
  readonly client?: ClientInfo;
}

/** The way back to the client while a call runs. Every part may be absent. */
export interface CallIo {
  /** Cancels this call only. */
  readonly signal?: AbortSignal;
  /** The client's `_meta`. */
  readonly meta?: JsonObject;
  readonly progress?: (done: number, total?: number, message?: string) => void;
  readonly log?: Log;
  /** The lowest level of log messages that the client wants. Absent where it wants none. */
  readonly logLevel?: LogLevel;
  /** What the client can be asked (MCP `ClientCapabilities`). */
  readonly clientCapabilities?: JsonObject;
  /** Asks whoever sits at the client, in mid-call. Absent where nobody can answer. */
  readonly ask?: (requests: Readonly<Record<string, Ask>>) => Promise<Answers>;
  /** True where a `Pending` answer is put to the client and the call repeated with `resume`. */
  readonly canResume?: boolean;
  /** Answers that came with a call that nobody had asked about. A verbatim call takes them where they fit its questions. */
  readonly answers?: Answers;
  /** The retry of a call that answered `Pending`: its state, unchanged, and the answers. */
  readonly resume?: { readonly state: string; readonly answers: Answers };
}

/** The call waits for answers: ask them, then repeat the same call with `resume` (MCP 2026-07-28, input_required). */
export interface Pending {
  readonly status: "pending";
  readonly callId: string;
  readonly requests: Readonly<Record<string, Ask>>;
  /** Opaque and signed; it goes back as it is. */
  readonly state: string;
}

/** True where a call has not run yet and waits for answers. */
export function isPending(answer: ToolResult | JsonObject | Pending): answer is Pending {
  return "status" in answer && answer["status"] === "pending";
}

/** What an upstream told without being asked: its own notices, and the resources that were subscribed to. */
export type UpstreamNotice = SourceNotice | { readonly kind: "resource"; readonly uri: string };

/** The one source behind a pass-through exposure: what it shows beside its tools, in the methods of MCP. */
export interface ExposedUpstream {
  /** What the source says about itself. Waits for the source where that was never known; throws where it cannot be had. */
  about(session: Session): Promise<SourceInfo>;
  /** The result of one request, or questions first; `undefined` where the source has no such method. */
  request(method: string, params: JsonObject, session: Session, io: CallIo): Promise<JsonObject | Pending | undefined>;
  /** Calls back with what the source tells one caller, or all. Returns how to stop. */
  onNotice(listener: (notice: UpstreamNotice, caller?: Caller) => void): () => void;
}

/** What one client sees of a runtime: a list of tools and one way to call them. Fronts and bindings serve it. */
export interface Exposure {
  readonly info: { readonly name: string; readonly title?: string; readonly version: string };
  /** What the client is told when it connects. The same bytes while nothing is reconfigured. */
  instructions(session: Session): Awaitable<string>;
  listTools(session: Session): Promise<readonly Tool[]>;
  /** Never throws for what the call did: a failure is a result with `isError`. An unknown tool name is a thrown ToolError. */
  callTool(name: string, args: unknown, session: Session, io?: CallIo): Promise<ToolResult | Pending>;
  /** Calls back when `listTools` would answer differently. Returns how to stop. */
  onToolsChanged(listener: () => void): () => void;
  /** The host's own skills, for clients that read skills themselves. Absent where there are none. */
  readonly skills?: PublishedSkills;
  /** Present where one source is shown as it is. */
  readonly upstream?: ExposedUpstream;
}

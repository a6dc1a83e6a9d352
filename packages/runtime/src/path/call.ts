import type {
  CallContext,
  Caller,
  Change,
  Effect,
  ErrorCode,
  Observer,
  PromptSource,
  ResourceSource,
  Target,
  ToolResult,
} from "@agent-tools/contract";
import type { Approvals } from "../approvals.js";
import type { Catalogue } from "../catalogue.js";
import type { Confirmation } from "../confirmation.js";
import type { CallIo, Pending } from "../exposure.js";
import type { Gates } from "../gates.js";
import type { Health } from "../health.js";
import type { KeyRing } from "../key-ring.js";
import type { Ledger } from "../ledger.js";
import type { Limits } from "../limits.js";
import type { LoadedPlugin, LoadedSkill } from "../loaded-plugin.js";
import type { Policy } from "../policy.js";
import type { ToolEntry } from "../tool-list.js";
import type { Breaker } from "./breaker.js";
import type { DeadlineClock } from "./deadline-clock.js";

/** What can be called: a tool, a skill, a resource or a prompt of a plugin. */
export type CallTarget = Target;

/** One call as a surface asks for it: its target and arguments, or the envelope in which a model wrote them. */
export type CallRequest = CallOptions & (DirectCall | { readonly envelope: CallEnvelope });

/** A call whose target is known. */
export interface DirectCall {
  readonly target: CallTarget;
  /** Absent means no arguments. */
  readonly arguments?: unknown;
  /**
   * True: the `arguments` are `{ argument, context }`, an argument of the prompt or resource template that is to be
   * completed (MCP, completion/complete). The prompt or resource itself is not used.
   */
  readonly isCompletion?: boolean;
  /** The model's word that it means the change. */
  readonly confirm?: boolean;
}

/**
 * A facade's call as a model wrote it: `toolName` or `skill`, `arguments`, `confirm`, and `plugin` where the facade is for
 * several. It is put right where only one reading is possible.
 */
export interface CallEnvelope {
  readonly kind: "tool" | "skill";
  readonly input: unknown;
  /** The plugin that the facade is for; absent where the envelope names it. */
  readonly plugin?: string;
}

/** What may be said about any call. */
export interface CallOptions {
  /**
   * Who sees to it that a change is wanted: the `model`, by `confirm`; the `client`, which asks by itself before it
   * calls; or a `person`, who is asked. Default `model`.
   */
  readonly confirmBy?: "model" | "client" | "person";
  /** True: a tool that waits for a skill is refused until the conversation has loaded it. */
  readonly isGated?: boolean;
  /** True: only what reads is run; anything else is refused. */
  readonly isReadOnly?: boolean;
  /**
   * True: as through no runtime at all. The arguments are checked and never changed, nothing is added to what comes back,
   * and failures are not counted.
   */
  readonly isVerbatim?: boolean;
  /**
   * The same for a repeat of the same call. Where the host keeps a ledger, a repeat is answered with the recorded outcome
   * and not run again; the backend gets the key in any case. The call's id when absent.
   */
  readonly idempotencyKey?: string;
  /** Milliseconds from now. The host's default when absent. */
  readonly deadlineMs?: number;
}

/** The end of a call that ran, or what it waits for. A call that did not run is a thrown ToolError. */
export type Outcome = DoneOutcome | Pending;

/** A call that ran. `result.isError` marks a failure that the tool itself reported. */
export interface DoneOutcome {
  readonly status: "done";
  readonly callId: string;
  /** What settling changed, for the caller to learn from. */
  readonly changes: readonly Change[];
  /** Scrubbed, and never cut. A resource's contents are its content blocks; a prompt's messages stay in `messages`. */
  readonly result: ToolResult;
  /** Signed: which call this was, of which definition, and the digest of its result. `verifyReceipt` reads it. */
  readonly receipt: string;
}

/** What a target turned out to be. */
export type Resolved =
  | { readonly kind: "tool"; readonly owner: LoadedPlugin; readonly entry: ToolEntry }
  | { readonly kind: "skill"; readonly owner: LoadedPlugin; readonly entry: LoadedSkill }
  | { readonly kind: "resource"; readonly owner: LoadedPlugin; readonly source: ResourceSource; readonly uri: string }
  | { readonly kind: "prompt"; readonly owner: LoadedPlugin; readonly source: PromptSource; readonly name: string };

/** What an outer call hands on to the calls it makes. */
export type OuterCall = Pick<
  Call,
  | "id"
  | "outer"
  | "caller"
  | "io"
  | "clock"
  | "signal"
  | "isConfirmed"
  | "isApproved"
  | "isDispatched"
  | "hasProgress"
  | "ask"
>;

/** One call on its way: each stage reads what the ones before it found out, and adds its own. */
export interface Call {
  readonly id: string;
  readonly request: CallRequest;
  readonly caller: Caller;
  /** The way back to whoever waits for this call now; a retry brings its own. */
  io: CallIo;
  /** The call that makes this one. */
  readonly outer: OuterCall | undefined;
  readonly startedAt: number;
  /** Stands still while people are asked. */
  readonly clock: DeadlineClock;
  /** Aborted at the deadline, or when the client cancels. */
  readonly signal: AbortSignal;
  /** Asks whoever sits at the client, with the clock stopped. Throws `unsupported` where nobody can answer. */
  readonly ask: CallContext["ask"];
  /** What is called; of an envelope that is not read yet, as far as it is known. */
  target: CallTarget;
  resolved?: Resolved;
  /** As given until they are settled. */
  arguments: unknown;
  changes: readonly Change[];
  effect?: Effect;
  rule?: string;
  isShadowed: boolean;
  isConfirmed: boolean;
  isApproved: boolean;
  isStarted: boolean;
  isDispatched: boolean;
  /** True once it has told its own progress. */
  hasProgress: boolean;
  result?: ToolResult;
  code?: ErrorCode;
}

/** What the stages work with. */
export interface PathHost {
  readonly catalogue: Catalogue;
  readonly policy: Policy;
  readonly gates: Gates;
  readonly limits: Limits;
  readonly observers: readonly Observer[];
  readonly confirmation: Confirmation;
  readonly approvals: Approvals;
  /** Milliseconds that a call waits for a decision that comes another way than through its client. */
  readonly approvalWaitMs: number;
  /** Absent: nothing is written down, and no outcome is remembered. */
  readonly ledger: Ledger | undefined;
  readonly breaker: Breaker;
  readonly health: Health;
  readonly keys: KeyRing;
  readonly deadlineMs: number;
  /** Begins a call inside another one, on the whole path. */
  readonly callInside: (request: CallRequest, outer: OuterCall) => Promise<Outcome>;
}

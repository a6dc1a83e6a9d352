import type { Caller, Change, Effect, ErrorCode, Target, ToolResult } from "@agent-tools/contract";
import type { Catalogue } from "../catalogue.js";
import type { CallIo, Pending } from "../exposure.js";
import type { Limits } from "../limits.js";
import type { LoadedPlugin, LoadedSkill } from "../loaded-plugin.js";
import type { Policy } from "../policy.js";
import type { ToolEntry } from "../tool-list.js";
import type { Breaker } from "./breaker.js";

/** What can be called: a tool or a skill of a plugin. */
export type CallTarget = Extract<Target, { readonly tool: string } | { readonly skill: string }>;

/** One call as a surface asks for it. */
export interface CallRequest {
  readonly target: CallTarget;
  /** Absent means no arguments. */
  readonly arguments?: unknown;
  /** The model's word that it means the change. */
  readonly confirm?: boolean;
  /** The same for a repeat of the same call. The call's id when absent. */
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
  /** Scrubbed, and never cut. */
  readonly result: ToolResult;
}

/** What a target turned out to be. */
export type Resolved =
  | { readonly kind: "tool"; readonly owner: LoadedPlugin; readonly entry: ToolEntry }
  | { readonly kind: "skill"; readonly owner: LoadedPlugin; readonly entry: LoadedSkill };

/** What an outer call has been granted and hands on to the calls it makes. */
export interface Grant {
  readonly callId: string;
  readonly isConfirmed: boolean;
  readonly isApproved: boolean;
}

/** One call on its way: each stage reads what the ones before it found out, and adds its own. */
export interface Call {
  readonly id: string;
  readonly request: CallRequest;
  readonly caller: Caller;
  readonly io: CallIo;
  readonly parent: Grant | undefined;
  readonly startedAt: number;
  readonly deadline: number;
  /** Aborted at the deadline, or when the client cancels. */
  readonly signal: AbortSignal;
  resolved?: Resolved;
  arguments?: unknown;
  changes: readonly Change[];
  effect?: Effect;
  rule?: string;
  isShadowed: boolean;
  isConfirmed: boolean;
  isApproved: boolean;
  isStarted: boolean;
  isDispatched: boolean;
  result?: ToolResult;
  code?: ErrorCode;
}

/** What the stages work with. */
export interface PathHost {
  readonly catalogue: Catalogue;
  readonly policy: Policy;
  readonly limits: Limits;
  readonly breaker: Breaker;
  readonly deadlineMs: number;
  /** Begins a call inside another one, on the whole path. */
  readonly callInside: (request: CallRequest, outer: Call) => Promise<Outcome>;
}

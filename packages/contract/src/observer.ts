import type { Caller } from "./caller.js";
import type { Effect } from "./effect.js";
import type { ErrorCode } from "./error-codes.js";
import type { Awaitable } from "./json.js";
import type { Target } from "./target.js";

/** One change that settling made to the arguments: its kind and where, never the value. */
export interface Change {
  readonly kind: string;
  /** A JSON Pointer (RFC 6901) into the arguments. */
  readonly path: string;
}

/** What became of a call. `failed`: it ran and reported a failure; `refused`: it was not run. */
export type CallStatus = "done" | "failed" | "refused" | "pending" | "shadowed" | "unknown";

/** The record of one call, refusals included. Metadata only: never results or secrets, nor arguments unless they are asked for. */
export interface CallEvent {
  readonly type: "call";
  readonly callId: string;
  /** The call that made this one: a skill's, a script's. */
  readonly parentCallId?: string;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly caller: Caller;
  readonly target: Target;
  readonly effect?: Effect;
  readonly status: CallStatus;
  readonly code?: ErrorCode;
  /** Which rule of the host decided, where one did. */
  readonly rule?: string;
  readonly isConfirmed: boolean;
  readonly changes: readonly Change[];
  /** Only for an observer that `wantsArguments`: as they were settled, without the secrets that were handed out. */
  readonly arguments?: unknown;
}

/** Takes records. It must not throw, and what it throws never harms a call. */
export interface Observer {
  /**
   * Waited for before a call is executed; what it throws refuses the call. The event is what would have to be told if
   * nothing more were ever heard of the call: its status is `unknown`. With it, what `record` answers is waited for too.
   */
  started?(event: CallEvent): Awaitable<void>;
  record(event: CallEvent): void;
  readonly wantsArguments?: boolean;
  /** Resolves when what was recorded so far is kept. */
  flush?(): Promise<void>;
}

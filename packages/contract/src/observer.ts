import type { Caller } from "./caller.js";
import type { Effect } from "./effect.js";
import type { ErrorCode } from "./error-codes.js";
import type { Target } from "./target.js";

/** One change that settling made to the arguments: its kind and where, never the value. */
export interface Change {
  readonly kind: string;
  /** A JSON Pointer (RFC 6901) into the arguments. */
  readonly path: string;
}

/** What became of a call. `failed`: it ran and reported a failure; `refused`: it was not run. */
export type CallStatus = "done" | "failed" | "refused" | "pending" | "shadowed" | "unknown";

/** The record of one call, refusals included. Metadata only: never arguments, results or secrets. */
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
}

/** Takes records. It must not throw, and what it throws never harms a call. */
export interface Observer {
  record(event: CallEvent): void;
  /** Resolves when what was recorded so far is kept. */
  flush?(): Promise<void>;
}

import type { Awaitable, Caller, CallStatus, ErrorCode, Target, Tool } from "@agent-tools/contract";

/** How a call ended that was let in. */
export interface CallEnd {
  readonly status: CallStatus;
  readonly code?: ErrorCode;
}

/** What limits are asked about. */
export interface LimitedCall {
  readonly target: Target;
  readonly caller: Caller;
  /** The tool's definition; absent for a skill. */
  readonly tool?: Tool;
}

/** Rate, concurrency, budget and circuit. `enter` throws `rate_limited` or answers with what to do when the call is over. */
export interface Limits {
  enter(call: LimitedCall): Awaitable<((end: CallEnd) => void) | undefined>;
}

/** The limits of a host that gives none. */
export const unlimited: Limits = { enter: () => undefined };

import type { Awaitable, Caller, CallStatus, ErrorCode, Target } from "@agent-tools/contract";

/** How a call ended that was let in. */
export interface CallEnd {
  readonly status: CallStatus;
  readonly code?: ErrorCode;
}

/** Rate, concurrency, budget and circuit. `enter` throws `rate_limited` or answers with what to do when the call is over. */
export interface Limits {
  enter(call: { readonly target: Target; readonly caller: Caller }): Awaitable<((end: CallEnd) => void) | undefined>;
}

/** The limits of a host that gives none. */
export const unlimited: Limits = { enter: () => undefined };

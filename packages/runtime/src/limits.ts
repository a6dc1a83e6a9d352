import type { Awaitable, Caller, Target } from "@agent-tools/contract";

/** Rate, concurrency, budget and circuit. `enter` throws `rate_limited` or answers with what to do when the call is over. */
export interface Limits {
  enter(call: { readonly target: Target; readonly caller: Caller }): Awaitable<(() => void) | undefined>;
}

/** The limits of a host that gives none. */
export const unlimited: Limits = { enter: () => undefined };

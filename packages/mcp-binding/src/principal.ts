import type { Caller } from "@agent-tools/contract";

/** True where two callers are the same principal. The conversation does not count: it is what may differ. */
export function isSamePrincipal(one: Caller, other: Caller): boolean {
  return one.workspace === other.workspace && one.agent === other.agent && one.caller === other.caller;
}

import type { Call } from "./call.js";

/** Notes that the request has left. A change that has left inside of a skill has left the skill as well. */
export function dispatched(call: Pick<Call, "effect" | "outer" | "isDispatched">): void {
  call.isDispatched = true;
  for (let outer = call.effect === "read" ? undefined : call.outer; outer; outer = outer.outer)
    outer.isDispatched = true;
}

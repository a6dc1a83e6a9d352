import type { Effect } from "@agent-tools/contract";
import type { Call, PathHost, Resolved } from "./call.js";
import { notFound } from "./resolve.js";

/**
 * Asks the host's policy about the target alone, before anything is said about its arguments. A denied target looks
 * exactly like one that is not there; the record tells them apart.
 */
export function refuseDenied(call: Call, host: PathHost): void {
  const resolved = call.resolved as Resolved;
  const { mode, rule } = host.policy.decide({
    target: call.target,
    caller: call.caller,
    effect: call.effect as Effect,
    ...(resolved.kind === "tool" ? { tool: resolved.entry.tool } : {}),
  });
  if (rule !== undefined) call.rule = rule;
  if (mode === "deny") {
    call.rule ??= "policy";
    throw notFound(call, host);
  }
  // Once a rehearsal, always one: the stages in between took nobody's word for it.
  call.isShadowed ||= mode === "shadow";
}

/** Asks the host's policy, as it stands now, then the gates. */
export async function policy(call: Call, host: PathHost): Promise<void> {
  refuseDenied(call, host);
  const { target } = call;
  if (call.request.isGated === true && "tool" in target) await host.gates.check(target, call.caller);
}

import type { Effect } from "@agent-tools/contract";
import type { Call, PathHost, Resolved } from "./call.js";
import { notFound } from "./resolve.js";

/** Asks the host's policy. A denied target looks exactly like one that is not there; the record tells them apart. */
export function policy(call: Call, host: PathHost): void {
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
  call.isShadowed = mode === "shadow";
}

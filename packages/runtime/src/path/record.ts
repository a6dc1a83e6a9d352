import { type CallEvent, type CallStatus, type Observer, ToolError } from "@agent-tools/contract";
import type { Call } from "./call.js";

/** The one record of a call: metadata only. An observer that throws never harms the call. */
export function record(call: Call, error: unknown, observers: readonly Observer[]): void {
  const code = ToolError.is(error) ? error.code : call.result?.isError === true ? "upstream_error" : undefined;
  const event: CallEvent = {
    type: "call",
    callId: call.id,
    ...(call.outer === undefined ? {} : { parentCallId: call.outer.id }),
    at: call.startedAt,
    durationMs: Date.now() - call.startedAt,
    caller: call.caller,
    target: call.target,
    ...(call.effect === undefined ? {} : { effect: call.effect }),
    status: statusOf(call, code),
    ...(code === undefined ? {} : { code }),
    ...(call.rule === undefined ? {} : { rule: call.rule }),
    isConfirmed: call.isConfirmed,
    changes: call.changes,
  };
  for (const observer of observers) {
    try {
      observer.record(event);
    } catch {
      // A failing sink must not turn a call that ran into one that seems to have failed.
    }
  }
}

function statusOf(call: Call, code: string | undefined): CallStatus {
  if (code === "unknown_outcome") return "unknown";
  if (code !== undefined) return call.isStarted ? "failed" : "refused";
  return call.isShadowed ? "shadowed" : "done";
}

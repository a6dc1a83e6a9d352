import { type CallEvent, type CallStatus, type Observer, ToolError } from "@agent-tools/contract";
import type { CallEnd } from "../limits.js";
import type { Call } from "./call.js";

/** Says that a call is about to run, to those who want to know it before. What they throw refuses the call. */
export function recordStart(call: Call, observers: readonly Observer[]): Promise<unknown> | undefined {
  const asking = observers.filter(({ started }) => started !== undefined);
  if (asking.length === 0) return undefined;
  const event: CallEvent = { ...eventOf(call), status: "unknown", code: "unknown_outcome" };
  return Promise.all(asking.map(async (observer) => observer.started?.(event)));
}

/**
 * The one record of a call. An observer that throws never harms the call, and none is waited for but those that were
 * told of its start.
 */
export function record(call: Call, error: unknown, observers: readonly Observer[]): Promise<unknown> | undefined {
  if (observers.length === 0) return undefined;
  const event: CallEvent = { ...eventOf(call), ...endOf(call, error) };
  const waited: Promise<void>[] = [];
  for (const observer of observers) {
    const recording = kept(observer, observer.wantsArguments === true ? withArguments(event, call) : event);
    if (observer.started !== undefined) waited.push(recording);
  }
  return waited.length > 0 ? Promise.all(waited) : undefined;
}

/** How the call ended, as far as that is known. */
export function endOf(call: Call, error: unknown): CallEnd {
  const isFailure = call.result?.isError === true && !call.isShadowed;
  const code = ToolError.is(error) ? error.code : isFailure ? "upstream_error" : undefined;
  return { status: statusOf(call, code), ...(code === undefined ? {} : { code }) };
}

async function kept(observer: Observer, event: CallEvent): Promise<void> {
  try {
    await observer.record(event);
  } catch {
    // A failing sink must not turn a call that ran into one that seems to have failed.
  }
}

function eventOf(call: Call): Omit<CallEvent, "status" | "code"> {
  return {
    type: "call",
    callId: call.id,
    ...(call.outer === undefined ? {} : { parentCallId: call.outer.id }),
    at: call.startedAt,
    durationMs: Date.now() - call.startedAt,
    caller: call.caller,
    target: call.target,
    ...(call.effect === undefined ? {} : { effect: call.effect }),
    ...(call.rule === undefined ? {} : { rule: call.rule }),
    isConfirmed: call.isConfirmed,
    changes: call.changes,
  };
}

/** What a target that nobody found was given may hold anything, so that it is left out. */
function withArguments(event: CallEvent, { resolved, arguments: args }: Call): CallEvent {
  return resolved && args !== undefined ? { ...event, arguments: resolved.owner.scrubber.value(args) } : event;
}

function statusOf(call: Call, code: string | undefined): CallStatus {
  if (code === "unknown_outcome") return "unknown";
  if (code !== undefined) return call.isStarted ? "failed" : "refused";
  return call.isShadowed ? "shadowed" : "done";
}

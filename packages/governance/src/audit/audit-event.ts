import {
  type CallEvent,
  type CallStatus,
  type Change,
  type Effect,
  type ErrorCode,
  targetName,
} from "@agent-tools/contract";

/** What happened, as one word for logs and searches. */
export type AuditEventName =
  | "tool_started"
  | "tool_used"
  | "tool_failed"
  | "tool_shadowed"
  | "tool_denied"
  | "tool_refused"
  | "tool_unknown";

/**
 * One use, rehearsal or refusal. Plain data: who, what, on which channel, how it ended, by which rule, how long it took.
 * Never results or secrets, and arguments only where the host opted in.
 */
export interface AuditEvent {
  /** `tool_denied`: by a rule; `tool_refused`: for any other reason. `tool_started`: only where the audit is required. */
  readonly event: AuditEventName;
  /** When the call began, in ISO 8601. */
  readonly at: string;
  readonly callId: string;
  readonly parentCallId?: string;
  readonly workspace: string;
  readonly agent: string;
  readonly caller: string;
  readonly channel: string;
  readonly conversation: string;
  readonly plugin: string;
  readonly kind: "tool" | "skill" | "resource" | "prompt";
  readonly name: string;
  readonly effect?: Effect;
  /** A call that started and of which nothing more is known is `unknown`. */
  readonly outcome: CallStatus;
  readonly code?: ErrorCode;
  readonly rule?: string;
  readonly latencyMs: number;
  readonly isConfirmed: boolean;
  /** What settling changed: kind and path, never values. */
  readonly changes: readonly Change[];
  /** Only where the host opted in: without the secrets that were handed out. */
  readonly arguments?: unknown;
}

/** A name that nothing is called by may be any text a model wrote; this much of it is kept, in characters. */
const LONGEST_NAME = 256;

/** The audit event of a call's record. */
export function auditEvent(call: CallEvent, isStart = false): AuditEvent {
  const { workspace, agent, caller, channel, conversation } = call.caller;
  const { kind, name } = targetName(call.target);
  return {
    event: isStart ? "tool_started" : eventName(call),
    at: new Date(call.at).toISOString(),
    callId: call.callId,
    ...(call.parentCallId !== undefined && { parentCallId: call.parentCallId }),
    ...{ workspace, agent, caller, channel, conversation },
    ...{ plugin: call.target.plugin.slice(0, LONGEST_NAME), kind, name: name.slice(0, LONGEST_NAME) },
    ...(call.effect !== undefined && { effect: call.effect }),
    outcome: call.status,
    ...(call.code !== undefined && { code: call.code }),
    ...(call.rule !== undefined && { rule: call.rule }),
    latencyMs: call.durationMs,
    isConfirmed: call.isConfirmed,
    changes: call.changes.map((change) => ({ kind: change.kind, path: change.path })),
    ...(call.arguments !== undefined && { arguments: call.arguments }),
  };
}

const names: Readonly<Record<Exclude<CallStatus, "refused">, AuditEventName>> = {
  done: "tool_used",
  failed: "tool_failed",
  shadowed: "tool_shadowed",
  unknown: "tool_unknown",
  pending: "tool_started",
};

function eventName({ status, code, rule }: CallEvent): AuditEventName {
  if (status !== "refused") return names[status];
  // To the caller a denied target looks like one that is not there; here the rule tells them apart.
  return rule !== undefined && (code === "unknown_target" || code === "denied") ? "tool_denied" : "tool_refused";
}

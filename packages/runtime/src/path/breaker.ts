import { createHash } from "node:crypto";
import { type Caller, type ErrorCode, ToolError, targetName } from "@agent-tools/contract";
import type { Call, CallTarget } from "./call.js";

/** Stops a caller that repeats one failing call. One for a runtime. */
export interface Breaker {
  /** Throws `stop_retrying` while the same call is cooling down. */
  check(call: Call): void;
  /** Counts a failure, and answers with the error as the caller is to see it: with more advice each time. */
  failed(call: Call, error: ToolError): ToolError;
  /** A tool's own failure, which stays a result; answers with what to add to it. */
  failedResult(call: Call): string | undefined;
  succeeded(call: Call): void;
}

interface Failure {
  readonly arguments: string;
  readonly code: ErrorCode;
  readonly count: number;
  readonly coolUntil: number;
}

/** How many conversations' targets are remembered; the one that has been quiet the longest is forgotten first. */
const MOST_FAILURES = 2_000;

/** These end by something that happens elsewhere, and repeating the identical call later is how it goes on. */
const passing: ReadonlySet<ErrorCode> = new Set([
  ...(["approval_required", "login_required", "cancelled", "closed"] as const),
  ...(["rate_limited", "upstream_unavailable"] as const),
]);

/** A breaker whose third identical failure closes the way for `coolDownMs`. */
export function createBreaker(coolDownMs: number): Breaker {
  const failures = new Map<string, Failure>();

  const count = (call: Call, code: ErrorCode): Failure | undefined => {
    if (passing.has(code) || call.outer !== undefined) return undefined;
    const key = keyOf(call.caller, call.target);
    const digest = digestOf(call.arguments);
    const before = failures.get(key);
    const isSame = before?.arguments === digest && before.code === code;
    const times = isSame ? before.count + 1 : 1;
    const failure = { arguments: digest, code, count: times, coolUntil: times >= 3 ? Date.now() + coolDownMs : 0 };
    failures.delete(key);
    failures.set(key, failure);
    if (failures.size > MOST_FAILURES) failures.delete(failures.keys().next().value as string);
    return failure;
  };

  return {
    check(call) {
      if (failures.size === 0 || call.outer !== undefined) return;
      const failure = failures.get(keyOf(call.caller, call.target));
      const wait = (failure?.coolUntil ?? 0) - Date.now();
      if (!failure || wait <= 0 || digestOf(call.arguments) !== failure.arguments) return;
      const { kind, name } = targetName(call.target);
      const words = `This very call of ${kind} "${name}" has failed ${failure.count} times with ${failure.code}. It was not run again.`;
      throw new ToolError("stop_retrying", words, { retryAfterMs: wait });
    },
    failed(call, error) {
      const failure = error.code === "stop_retrying" ? undefined : count(call, error.code);
      if (!failure || failure.count < 2) return error;
      const { message, retryable, details, retryAfterMs, cause } = error;
      return new ToolError(error.code, message, {
        hint: adviceOf(failure, error.hint),
        retryable: retryable && failure.count < 3,
        cause,
        ...(details === undefined ? {} : { details }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    },
    failedResult(call) {
      const failure = count(call, "upstream_error");
      return failure && failure.count >= 2 ? adviceOf(failure, "") : undefined;
    },
    succeeded(call) {
      if (failures.size > 0) failures.delete(keyOf(call.caller, call.target));
    },
  };
}

function adviceOf({ count }: Failure, hint: string): string {
  const words =
    count === 2
      ? "The same call failed the same way before: repeating it unchanged will not help."
      : "Stop. This call has now failed three times the same way; change the arguments, use another tool, or tell the user.";
  return hint === "" ? words : `${hint} ${words}`;
}

function keyOf({ workspace, agent, caller, conversation }: Caller, target: CallTarget): string {
  const { kind, name } = targetName(target);
  return JSON.stringify([workspace, agent, caller, conversation, target.plugin, kind, name]);
}

function digestOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= 64 ? text : createHash("sha256").update(text).digest("base64");
}

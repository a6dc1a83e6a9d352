import { type Caller, type ErrorCode, ToolError, targetName } from "@agent-tools/contract";
import type { Catalogue } from "../catalogue.js";
import { digestOf as digest } from "../digest.js";
import type { Call, CallTarget } from "./call.js";
import { workedCall } from "./worked-call.js";

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

/**
 * A breaker whose second identical failure comes with a worked example, and whose third one closes the way for
 * `coolDownMs`. Arguments are compared as they were settled, or as given where they could not be; a changed argument, another
 * failure or a success begins anew. Calls inside of others are not counted.
 */
export function createBreaker(coolDownMs: number, catalogue: Catalogue): Breaker {
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

  const adviceOf = ({ count: times, code }: Failure, call: Call): string => {
    if (times > 2) {
      return "Stop. This call has now failed three times the same way; change the arguments, use another tool, or tell the user.";
    }
    const repeated = "The same call failed the same way before: repeating it unchanged will not help.";
    const example = workedCall(call, code, catalogue);
    if (example === undefined) return repeated;
    return `${repeated} ${call.resolved?.owner.scrubber.text(example) ?? example}`;
  };

  /** The refusal of a call that is cooling down. */
  const refusalOf = (call: Call): ToolError | undefined => {
    if (failures.size === 0 || call.outer !== undefined) return undefined;
    const failure = failures.get(keyOf(call.caller, call.target));
    const wait = (failure?.coolUntil ?? 0) - Date.now();
    if (!failure || wait <= 0 || digestOf(call.arguments) !== failure.arguments) return undefined;
    const { kind, name } = targetName(call.target);
    const words = `This very call of ${kind} "${name}" has failed ${failure.count} times with ${failure.code}. It was not run again.`;
    return new ToolError("stop_retrying", words, { retryAfterMs: wait });
  };

  return {
    check(call) {
      const refusal = refusalOf(call);
      if (refusal) throw refusal;
    },
    failed(call, error) {
      if (error.code === "stop_retrying") return error;
      // The target of an envelope is known only once it is read; where that fails, nothing was run.
      const refusal = call.isStarted ? undefined : refusalOf(call);
      if (refusal) return refusal;
      const failure = count(call, error.code);
      if (!failure || failure.count < 2) return error;
      const { message, retryable, details, retryAfterMs, cause } = error;
      return new ToolError(error.code, message, {
        hint: `${error.hint} ${adviceOf(failure, call)}`,
        retryable: retryable && failure.count < 3,
        cause,
        ...(details === undefined ? {} : { details }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    },
    failedResult(call) {
      const failure = count(call, "upstream_error");
      return failure && failure.count >= 2 ? adviceOf(failure, call) : undefined;
    },
    succeeded(call) {
      if (failures.size > 0) failures.delete(keyOf(call.caller, call.target));
    },
  };
}

function keyOf({ workspace, agent, caller, conversation }: Caller, target: CallTarget): string {
  const { kind, name } = targetName(target);
  return digestOf([workspace, agent, caller, conversation, target.plugin, kind, name]);
}

/** The same for equal values, and short, whatever a model wrote. */
function digestOf(value: unknown): string {
  try {
    return digest(value ?? null);
  } catch {
    // What holds itself has no text, and is refused every time.
    return "no JSON";
  }
}

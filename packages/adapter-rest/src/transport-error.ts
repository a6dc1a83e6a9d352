import { ToolError } from "@agent-tools/contract";
import type { HttpRequest } from "./http-message.js";

/** What is known about a request that did not get its answer. */
export interface SendState {
  hasLeft: boolean;
  isTooLarge: boolean;
}

interface Sent {
  readonly label: string;
  readonly effect: "read" | "write" | "destructive";
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

/**
 * The ToolError for a request without an answer. After the request has left, a lost reply to anything but a read is
 * `unknown_outcome`, whatever lost it.
 */
export function transportError(error: unknown, state: SendState, request: HttpRequest, sent: Sent): ToolError {
  const refusal = toolErrorIn(error);
  if (refusal) return refusal;
  const where = `${sent.label} at ${request.url.origin}`;
  const ranMaybe = state.hasLeft && sent.effect !== "read";
  if (state.isTooLarge) {
    return new ToolError("result_too_large", `${where} answered with more than 32 MiB, which is not read.`, {
      hint: ranMaybe
        ? "The call did run. Do not repeat it."
        : "Ask for less, for example with a filter or a page size.",
      cause: error,
    });
  }
  const isTimeout = sent.signal.aborted && isTimeoutReason(sent.signal.reason);
  const what = sent.signal.aborted ? (isTimeout ? "took too long" : "was cancelled") : `failed: ${words(error)}`;
  if (ranMaybe) {
    return new ToolError("unknown_outcome", `${where} ${what} after the request had left, so it may have run.`, {
      ...(sent.isRepeatable ? { hint: "It is declared idempotent: repeating it is safe.", retryable: true } : {}),
      cause: error,
    });
  }
  if (isTimeout) return new ToolError("timeout", `${where} ${what}.`, { cause: error });
  if (ToolError.is(sent.signal.reason)) return sent.signal.reason;
  if (sent.signal.aborted) return new ToolError("cancelled", `${where} ${what}.`, { cause: error });
  const code = errorCode(error);
  if (code === "ERR_INVALID_CHAR" || code === "ERR_INVALID_HTTP_TOKEN") {
    return new ToolError("invalid_arguments", `${where} cannot be sent: ${words(error)}.`, { cause: error });
  }
  return new ToolError("upstream_unavailable", `${where} ${what}.`, { cause: error });
}

function isTimeoutReason(reason: unknown): boolean {
  return ToolError.is(reason) ? reason.code === "timeout" : reason instanceof Error && reason.name === "TimeoutError";
}

/** got wraps what an agent threw; the shield's own refusal is the better message. */
function toolErrorIn(error: unknown): ToolError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (ToolError.is(inner)) return inner;
  }
  return undefined;
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A connection tried on several addresses fails with one error for each, and no words of its own.
  return error.message || String(errorCode(error) ?? error.name);
}

import { ToolError, type ToolResult } from "@agent-tools/contract";
import type { SecretScrubber } from "../secret-scrubber.js";
import type { Call } from "./call.js";

/** Takes the exact secrets that were issued out of the result, raw and encoded. Nothing is cut here. */
export function protect(call: Call): void {
  call.result = call.resolved?.owner.scrubber.value(call.result as ToolResult) as ToolResult;
}

/** The same for a failure of the call. */
export function protectError(call: Call, error: ToolError): ToolError {
  return call.resolved ? scrubbedError(call.resolved.owner.scrubber, error) : error;
}

/** The same for any failure: its words, hint and details. */
export function scrubbedError(scrubber: SecretScrubber, error: ToolError): ToolError {
  const told = { message: error.message, hint: error.hint, details: error.details };
  const clean = scrubber.value(told);
  if (clean === told) return error;
  const { retryable, retryAfterMs, code } = error;
  return new ToolError(code, clean.message, {
    hint: clean.hint,
    retryable,
    ...(clean.details === undefined ? {} : { details: clean.details }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

import { ToolError } from "@agent-tools/contract";
import { RpcError, URL_ELICITATION_REQUIRED } from "./json-rpc.js";

/** Whether the upstream can have received a message whose sending failed. */
export type Delivery = "none" | "unknown";

/** A message or its reply did not get through. */
export class WireFailure extends Error {
  readonly delivery: Delivery;
  /** What to throw where nothing is repeated; derived from the delivery when absent. */
  readonly error: ToolError | undefined;

  constructor(
    message: string,
    delivery: Delivery,
    options: { readonly error?: ToolError; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "WireFailure";
    this.delivery = delivery;
    this.error = options.error;
  }
}

/** What an adapter's caller is told about a failed request to the upstream `name`. */
export function toToolError(error: unknown, name: string): ToolError {
  if (ToolError.is(error)) return error;
  if (error instanceof WireFailure) {
    if (error.error) return error.error;
    return error.delivery === "none"
      ? new ToolError("upstream_unavailable", `The MCP server "${name}" could not be reached: ${error.message}`, {
          cause: error,
        })
      : new ToolError(
          "unknown_outcome",
          `The MCP server "${name}" got the request, and its reply was lost: ${error.message}`,
          {
            cause: error,
          },
        );
  }
  if (error instanceof RpcError) {
    const { code, message, data } = error.fault;
    const details = { rpcCode: code, rpcMessage: message, ...(data === undefined ? {} : { data }) };
    if (code === URL_ELICITATION_REQUIRED) {
      return new ToolError("login_required", `The MCP server "${name}" needs the user first: ${message}`, { details });
    }
    return new ToolError("upstream_error", `The MCP server "${name}" answered: ${message}`, { details, cause: error });
  }
  return ToolError.from(error, "upstream_error");
}

/** What is thrown for a request that its caller gave up: what the caller said, as a ToolError. */
export function abandoned(signal: AbortSignal, wasSent: boolean, name: string): ToolError {
  const reason: unknown = signal.reason;
  if (ToolError.is(reason)) return reason;
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  const what = isTimeout ? "reached its deadline" : "was cancelled";
  if (wasSent) {
    return new ToolError("unknown_outcome", `The request to the MCP server "${name}" ${what} after it had been sent.`, {
      cause: reason,
    });
  }
  return new ToolError(
    isTimeout ? "timeout" : "cancelled",
    `The request to the MCP server "${name}" ${what} before it was sent.`,
    { cause: reason },
  );
}

/** What is told about an upstream that did not start, or ended as soon as it had. */
export function unstarted(error: unknown, name: string, what = "did not start"): ToolError {
  if (ToolError.is(error)) return error;
  if (error instanceof WireFailure && error.error) return error.error;
  const words = error instanceof Error ? error.message : String(error);
  return new ToolError("upstream_unavailable", `The MCP server "${name}" ${what}: ${words}`, { cause: error });
}

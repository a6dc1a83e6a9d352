import { errorCodes, type JsonObject, ToolError } from "@agent-tools/contract";

/** JSON-RPC 2.0: the method does not exist. */
export const METHOD_NOT_FOUND = -32601;
/** The request ended because the client cancelled it. */
export const REQUEST_CANCELLED = -32000;
/** MCP 2026-07-28: the client lacks a capability that the answer would need. */
export const MISSING_CAPABILITY = -32021;

/** An error in the shape that both SDK lines put on the wire: `code`, `message`, `data`. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: JsonObject | undefined;

  constructor(code: number, message: string, data?: JsonObject, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.data = data;
  }
}

/**
 * Anything thrown, as a protocol error: what an upstream refused in its own words goes on in these; any other ToolError keeps its words, its advice, and its code by the one table. Its details
 * are in the data twice, as its own and at the top, where the protocol looks for some of them (the `uri` of a resource).
 */
export function protocolError(thrown: unknown): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const error = ToolError.from(thrown);
  const { rpcCode, rpcMessage, data: rpcData } = error.details ?? {};
  if (typeof rpcCode === "number" && typeof rpcMessage === "string") {
    return new ProtocolError(rpcCode, rpcMessage, rpcData as JsonObject | undefined, error);
  }
  const words = /[.!?…]$/.test(error.message) ? error.message : `${error.message}.`;
  const data = { ...error.details, ...error.toJSON() };
  return new ProtocolError(errorCodes[error.code].rpc, `${words} ${error.hint}`, data, error);
}

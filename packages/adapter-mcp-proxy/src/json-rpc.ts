import type { Json, JsonObject } from "@agent-tools/contract";

/** The id of a JSON-RPC 2.0 request. */
export type RpcId = string | number;

/** The error member of a JSON-RPC 2.0 response. */
export interface RpcFault {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/** Any JSON-RPC 2.0 message, as it came from the wire: nothing is checked beyond its being an object. */
export interface RpcMessage {
  readonly jsonrpc: "2.0";
  readonly id?: RpcId;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: RpcFault;
}

/** JSON-RPC 2.0: the method does not exist. */
export const METHOD_NOT_FOUND = -32601;
/** JSON-RPC 2.0: internal error. */
export const INTERNAL_ERROR = -32603;
/** MCP 2026-07-28: the server does not have the revision that was asked for. */
export const UNSUPPORTED_VERSION = -32022;
/** MCP 2025-11-25: the server needs the user to open a URL first. */
export const URL_ELICITATION_REQUIRED = -32042;

/** An upstream's own refusal: a JSON-RPC error response. */
export class RpcError extends Error {
  readonly fault: RpcFault;

  constructor(fault: RpcFault) {
    super(fault.message);
    this.name = "RpcError";
    this.fault = fault;
  }
}

/** True for a JSON-RPC 2.0 message, whatever its kind. */
export function isRpcMessage(value: unknown): value is RpcMessage {
  return typeof value === "object" && value !== null && (value as RpcMessage).jsonrpc === "2.0";
}

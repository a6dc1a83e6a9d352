import { errorCodes, type JsonObject, ToolError } from "@agent-tools/contract";
import { JsonAnswer } from "./request-head.js";

/** What a refusal may say beside its status and words. */
export interface RefusalOptions {
  /** The JSON-RPC 2.0 code. Default -32000. */
  readonly code?: number;
  readonly data?: JsonObject;
  /** The request's id, where it could be read. */
  readonly id?: string | number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The HTTP answer to a request that reaches no server: a JSON-RPC error, without an id where none was read. */
export function refusal(status: number, message: string, options: RefusalOptions = {}): JsonAnswer {
  const { code = -32000, data, id = null, headers } = options;
  const error = { code, message, ...(data && { data }) };
  return new JsonAnswer({ jsonrpc: "2.0", error, id }, headers, status);
}

/** Anything thrown, as a refusal by the one error table, of the request with that id. */
export function refusalOf(thrown: unknown, id?: string | number): JsonAnswer {
  const error = ToolError.from(thrown);
  const { rpc, http } = errorCodes[error.code];
  return refusal(http, `${error.message} ${error.hint}`, {
    code: rpc,
    data: error.toJSON(),
    ...(id !== undefined && { id }),
  });
}

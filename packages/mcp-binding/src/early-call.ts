import { isObject, type JsonObject } from "@agent-tools/contract";
import type { ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, protocolError, REQUEST_CANCELLED } from "./protocol-error.js";

/** A `tools/call` of the legacy era that needs nothing of the protocol but its answer. */
export interface PlainCall {
  readonly id: string | number;
  readonly params: JsonObject;
}

/** How messages reach the client while one of its requests is answered. */
export type Way = Pick<ServerContext["mcpReq"], "notify" | "send">;

/** A call that runs past the SDK. */
export interface EarlyCall {
  /** The JSON-RPC response; of a cancelled call at once, and an error. */
  readonly response: Promise<JsonObject>;
  readonly isCancelled: boolean;
}

/** 2025-11-25 and older have no code for it, SDKs say; see `encodeErrorCode` there. */
const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;

/** The message as such a call; undefined where it is another one, or holds what the SDK itself has to read. */
export function plainCall(message: JsonObject): PlainCall | undefined {
  const { id, method, params } = message;
  if (method !== "tools/call" || id === undefined || !isObject(params) || !isPlainMessage(message)) return undefined;
  return { id: id as PlainCall["id"], params: params as JsonObject };
}

/** True for a request or a notification that the legacy era alone can have sent, and that holds nothing out of the way. */
export function isPlainMessage({ jsonrpc, id, method, params = {} }: JsonObject): boolean {
  if (jsonrpc !== "2.0" || typeof method !== "string" || !isObject(params)) return false;
  if (id !== undefined && !isToken(id)) return false;
  const isRetry = "inputResponses" in params || "requestState" in params || "task" in params;
  return !isRetry && isPlainMeta(params["_meta"]);
}

function isToken(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isPlainMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  const { progressToken } = meta;
  if (progressToken !== undefined && !isToken(progressToken)) return false;
  return !Object.keys(meta).some((key) => key.startsWith("io.modelcontextprotocol/"));
}

/** See `EarlyCall`. */
export class RunningCall implements EarlyCall {
  readonly response: Promise<JsonObject>;
  readonly #abort = new AbortController();
  #respond: (response: JsonObject) => void = () => {};
  readonly #id: PlainCall["id"];

  /** `run` answers the call. */
  constructor({ id }: PlainCall, run: (signal: AbortSignal) => Promise<JsonObject>) {
    this.#id = id;
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
    run(this.#abort.signal).then(
      (result) => this.#respond({ jsonrpc: "2.0", id, result }),
      (thrown: unknown) => this.#refuse(protocolError(thrown)),
    );
  }

  get isCancelled(): boolean {
    return this.#abort.signal.aborted;
  }

  cancel(reason: unknown): void {
    this.#abort.abort(reason);
    this.#refuse(new ProtocolError(REQUEST_CANCELLED, "The request was cancelled."));
  }

  #refuse({ code, message, data }: ProtocolError): void {
    const error = { code: code === RESOURCE_NOT_FOUND ? INVALID_PARAMS : code, message, ...(data && { data }) };
    this.#respond({ jsonrpc: "2.0", id: this.#id, error });
  }
}

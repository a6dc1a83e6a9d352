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

/** A call that runs, and of which it is not known yet how it is to be answered. */
export interface EarlyCall {
  /** The JSON-RPC response; of a cancelled call at once, and an error. */
  readonly response: Promise<JsonObject>;
  readonly isCancelled: boolean;
  /** Resolves as soon as it has something to say before its response. */
  readonly wantsToSpeak: Promise<void>;
  /** The SDK is given the same message next, and takes it over: the response is not used. */
  handOver(): void;
}

/** 2025-11-25 and older have no code for it, SDKs say; see `encodeErrorCode` there. */
const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;

/** The message as such a call; undefined where it is another one, or holds what the SDK itself has to read. */
export function plainCall(message: JsonObject): PlainCall | undefined {
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isToken(id) || !isObject(params)) return undefined;
  const isRetry = "inputResponses" in params || "requestState" in params || "task" in params;
  if (isRetry || !isPlainMeta(params["_meta"])) return undefined;
  return { id, params: params as JsonObject };
}

/** True for a message that the legacy era alone can have sent, and that can be begun early. */
export function isPlainCall(message: JsonObject): boolean {
  return plainCall(message) !== undefined;
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

/** See `EarlyCall`. It is its own way to the client: what it says waits until there is another. */
export class RunningCall implements EarlyCall, Way {
  readonly response: Promise<JsonObject>;
  /** The bare result, or what it was refused for. */
  readonly result: Promise<JsonObject>;
  readonly #abort = new AbortController();
  #respond: (response: JsonObject) => void = () => {};
  #speak: () => void = () => {};
  #way: Way | undefined;
  readonly #waiting: ((way: Way) => void)[] = [];
  isHandedOver = false;
  readonly wantsToSpeak: Promise<void>;
  readonly #id: PlainCall["id"];

  readonly #handedOver: (call: RunningCall) => void;

  /** `run` answers the call; `handedOver` is told that it is; `way`: how it reaches the client, where that is known already. */
  constructor(
    { id }: PlainCall,
    run: (call: RunningCall) => Promise<JsonObject>,
    handedOver: (call: RunningCall) => void,
    way?: Way,
  ) {
    this.#id = id;
    this.#handedOver = handedOver;
    this.#way = way;
    this.wantsToSpeak = new Promise((resolve) => {
      this.#speak = resolve;
    });
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
    this.result = run(this);
    this.result.then(
      (result) => this.#respond({ jsonrpc: "2.0", id, result }),
      (thrown: unknown) => this.#refuse(protocolError(thrown)),
    );
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isCancelled(): boolean {
    return this.signal.aborted;
  }

  cancel(reason: unknown): void {
    this.#abort.abort(reason);
    this.#refuse(new ProtocolError(REQUEST_CANCELLED, "The request was cancelled."));
  }

  handOver(): void {
    this.isHandedOver = true;
    this.#handedOver(this);
  }

  /** From now on what it says goes that way, what it has said already first. */
  attach(way: Way, signal: AbortSignal): void {
    this.#way = way;
    for (const say of this.#waiting.splice(0)) say(way);
    if (signal.aborted) this.cancel(signal.reason);
    signal.addEventListener("abort", () => this.cancel(signal.reason), { once: true });
  }

  readonly notify: Way["notify"] = async (notification) => (await this.#find()).notify(notification);

  readonly send = (async (...args: Parameters<Way["send"]>) => (await this.#find()).send(...args)) as Way["send"];

  #find(): Promise<Way> {
    if (this.#way) return Promise.resolve(this.#way);
    this.#speak();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #refuse({ code, message, data }: ProtocolError): void {
    const error = { code: code === RESOURCE_NOT_FOUND ? INVALID_PARAMS : code, message, ...(data && { data }) };
    this.#respond({ jsonrpc: "2.0", id: this.#id, error });
  }
}

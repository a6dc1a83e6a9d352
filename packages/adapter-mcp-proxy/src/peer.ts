import type { JsonObject, LogLevel } from "@agent-tools/contract";
import { ToolError } from "@agent-tools/contract";
import type { Channel } from "./channel.js";
import { envelopeFor } from "./envelope.js";
import { INTERNAL_ERROR, METHOD_NOT_FOUND, RpcError, type RpcFault, type RpcId, type RpcMessage } from "./json-rpc.js";
import { type CallSide, OpenCalls } from "./open-calls.js";
import { abandoned, WireFailure } from "./wire-failure.js";

/** How one request is made. */
export interface RequestOptions {
  readonly signal: AbortSignal;
  /** Gets what the server sends in mid-call. Absent for housekeeping, which may overtake calls. */
  readonly call?: CallSide | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What the newest revision is told about the client behind the request, instead of about this side. */
  readonly client?: { readonly capabilities?: JsonObject; readonly logLevel?: LogLevel } | undefined;
  readonly onSent?: (() => void) | undefined;
  /** False where the protocol forbids to cancel the request (`initialize`) or nobody would understand it yet. */
  readonly isCancellable?: boolean;
}

/** What a peer is given beside its channel. */
export interface PeerOptions {
  /** Names the upstream in errors. */
  readonly name: string;
  /** A notification that belongs to no call. */
  notified(method: string, params: JsonObject): void;
  /** What this side itself answers to a request of the server; undefined: it is for whoever made the call. */
  answer(method: string): JsonObject | undefined;
  closed(cause: unknown): void;
}

interface Pending {
  readonly call: CallSide | undefined;
  resolve(result: JsonObject): void;
  reject(error: unknown): void;
}

/**
 * One end of a JSON-RPC 2.0 connection. It validates nothing and changes nothing: results and parameters are the parsed
 * bytes of the other side.
 */
export class Peer {
  /** Sent in every request's `_meta` (2026-07-28); undefined before an agreement and in the legacy era. */
  #envelope: JsonObject | undefined;
  readonly #channel: Channel;
  readonly #options: PeerOptions;
  readonly #pending = new Map<RpcId, Pending>();
  readonly #calls = new OpenCalls();
  #nextId = 1;
  #closedBy: { readonly cause: unknown } | undefined;

  constructor(channel: Channel, options: PeerOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#closedBy !== undefined;
  }

  async open(signal: AbortSignal): Promise<void> {
    await this.#channel.open(
      {
        receive: (message, request) => this.#receive(message, request),
        lost: (request, cause) => {
          this.#pending.get(request)?.reject(new WireFailure(words(cause), "unknown", { cause }));
          this.#pending.delete(request);
        },
        closed: (cause) => this.#end(cause),
      },
      signal,
    );
  }

  /** Speaks this revision from now on; `envelope` goes into the `_meta` of every request (2026-07-28). */
  agree(version: string, envelope?: JsonObject): void {
    this.#envelope = envelope;
    this.#channel.agree(version);
  }

  /** The raw result. Throws RpcError for a refusal, WireFailure for a broken channel, ToolError when given up. */
  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const { signal, call } = options;
    if (signal.aborted) throw abandoned(signal, false, this.#options.name);
    const done = call && (await this.#begin(call, signal));
    try {
      return await this.#exchange(method, params, options);
    } finally {
      done?.();
    }
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    await this.#channel.send({ jsonrpc: "2.0", method, ...(params && { params }) });
  }

  async close(): Promise<void> {
    this.#end(new Error("it was closed on this side"));
    await this.#channel.close();
  }

  async #begin(call: CallSide, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.#calls.begin(call, signal);
    } catch {
      throw abandoned(signal, false, this.#options.name);
    }
  }

  async #exchange(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    if (this.#closedBy) throw new WireFailure(words(this.#closedBy.cause), "none", { cause: this.#closedBy.cause });
    const { signal, call, isCancellable = true } = options;
    const id = this.#nextId++;
    let wasSent = false;
    let giveUp = () => {};
    try {
      return await new Promise<JsonObject>((resolve, reject) => {
        this.#pending.set(id, { call, resolve, reject });
        giveUp = () => {
          reject(abandoned(signal, wasSent, this.#options.name));
          if (wasSent && isCancellable) this.#cancel(id, signal);
        };
        signal.addEventListener("abort", giveUp, { once: true });
        this.#channel
          .send(
            { jsonrpc: "2.0", id, method, params: this.#withMeta(params, call ? id : undefined, options.client) },
            {
              onSent: () => {
                wasSent = true;
                options.onSent?.();
              },
              ...(options.headers && { headers: options.headers }),
            },
          )
          .catch(reject);
      });
    } finally {
      this.#pending.delete(id);
      signal.removeEventListener("abort", giveUp);
      this.#channel.drop?.(id);
    }
  }

  #withMeta(params: JsonObject, progressToken: RpcId | undefined, client: RequestOptions["client"]): JsonObject {
    if (this.#envelope === undefined && progressToken === undefined) return params;
    const meta = params["_meta"] as JsonObject | undefined;
    // After what is there already, so that the literal begins with no spread: that would cost a hidden class each time.
    return Object.assign({}, params, {
      _meta: {
        ...meta,
        ...(this.#envelope && envelopeFor(this.#envelope, client)),
        ...(progressToken === undefined ? {} : { progressToken }),
      },
    });
  }

  /** In the modern era the end of the request's stream is the cancellation, where there is such a stream. */
  #cancel(requestId: RpcId, signal: AbortSignal): void {
    if (this.#envelope !== undefined && this.#channel.kind === "exchange") return;
    const reason = signal.reason instanceof Error ? signal.reason.message : "no longer wanted";
    this.notify("notifications/cancelled", { requestId, reason }).catch(() => {
      // The channel is gone, and the request with it.
    });
  }

  #receive(message: RpcMessage, request: RpcId | undefined): void {
    if (message.method === undefined) this.#settle(message);
    else if (message.id === undefined) this.#notified(message.method, message.params ?? {}, request);
    // The modern era has no requests of a server; an answer would only confuse it.
    else if (this.#envelope === undefined) void this.#answer(message.id, message.method, message.params, request);
  }

  #settle({ id, result, error }: RpcMessage): void {
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id as RpcId);
    if (error !== undefined) pending.reject(new RpcError(readFault(error)));
    else pending.resolve(result ?? {});
  }

  #notified(method: string, params: JsonObject, request: RpcId | undefined): void {
    if (method === "notifications/progress") {
      const call = this.#pending.get(params["progressToken"] as RpcId)?.call;
      const { progress, total, message } = params;
      if (call && typeof progress === "number") {
        call.progress(
          progress,
          typeof total === "number" ? total : undefined,
          typeof message === "string" ? message : undefined,
        );
      }
      return;
    }
    const owner = this.#owner(request);
    if (method === "notifications/message" && owner) {
      const { level, data = null, logger } = params;
      owner.log(level as LogLevel, data, typeof logger === "string" ? logger : undefined);
      return;
    }
    this.#options.notified(method, params);
  }

  #owner(request: RpcId | undefined): CallSide | undefined {
    return (request === undefined ? undefined : this.#pending.get(request)?.call) ?? this.#calls.only;
  }

  async #answer(id: RpcId, method: string, params: JsonObject | undefined, request: RpcId | undefined): Promise<void> {
    let reply: Pick<RpcMessage, "result"> | Pick<RpcMessage, "error">;
    try {
      reply = { result: await this.#ask(method, params, request) };
    } catch (error) {
      reply = { error: toFault(error) };
    }
    await this.#channel.send({ jsonrpc: "2.0", id, ...reply }).catch(() => {
      // The channel is gone: whoever waits for the call hears that from the channel.
    });
  }

  async #ask(method: string, params: JsonObject | undefined, request: RpcId | undefined): Promise<JsonObject> {
    const own = method === "ping" ? {} : this.#options.answer(method);
    if (own) return own;
    const known = request === undefined ? undefined : this.#pending.get(request)?.call;
    // Every call on a connection is the same caller's, and so are the roots, whichever call is asked for them.
    const sure = known ?? (method === "roots/list" ? this.#calls.likeliest : undefined);
    const asker = sure ? { call: sure, answered() {} } : await this.#calls.asker();
    if (!asker) {
      throw new RpcError({ code: METHOD_NOT_FOUND, message: `No call is running that could answer "${method}".` });
    }
    try {
      return await asker.call.question({ method, ...(params && { params }) });
    } finally {
      asker.answered();
    }
  }

  #end(cause: unknown): void {
    if (this.#closedBy) return;
    this.#closedBy = { cause };
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new WireFailure(words(cause), "unknown", { cause }));
    this.#options.closed(cause);
  }
}

function words(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function readFault(error: unknown): RpcFault {
  const { code, message, data } = (typeof error === "object" && error !== null ? error : {}) as Partial<RpcFault>;
  return {
    code: typeof code === "number" ? code : INTERNAL_ERROR,
    message: typeof message === "string" ? message : "an error without a message",
    ...(data === undefined ? {} : { data }),
  };
}

function toFault(error: unknown): RpcFault {
  if (error instanceof RpcError) return error.fault;
  const { code, message, hint } = ToolError.from(error);
  return {
    code: code === "unsupported" ? METHOD_NOT_FOUND : INTERNAL_ERROR,
    message: `${message} ${hint}`,
    data: { code },
  };
}

import type { JsonObject } from "@agent-tools/contract";
import { type EarlyCall, isPlainMessage } from "@agent-tools/mcp-binding";
import {
  INVALID_PARAMS,
  type JSONRPCMessage,
  type MessageExtraInfo,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { eventLog } from "./event-log.js";
import { refusal } from "./refusal.js";
import { JsonAnswer, type RequestHead } from "./request-head.js";

/** What a session's transport is given. */
export interface SessionTransportOptions {
  readonly sessionId: string;
  /** There are no streams, and every answer is waited for. */
  readonly isJsonOnly: boolean;
  /** Begins a call past the SDK's server, where it can be. */
  beginCall(message: JsonObject): EarlyCall | undefined;
  /** Told as soon as the session has begun. */
  greeted(): void;
}

type Sent = Parameters<WebStandardStreamableHTTPServerTransport["send"]>;
type Id = string | number;

/** A request of which it is not known yet whether it is answered by one JSON body. */
interface Quick {
  /** What is to go out on a stream, as soon as there is one. */
  readonly waiting: Sent[];
  /** Told the response where it comes first, and quickly; otherwise nothing. False: it was told before, and this is too late. */
  settle(response: JSONRPCMessage | undefined): boolean;
}

/** Milliseconds after which an answer is no quick one. A stream that can be resumed is worth its cost from there on. */
const QUICK_MS = 250;
/** When a client whose stream broke should come back. */
const RETRY_MS = 1_000;
const NO_GREETING = "initialize has to have protocolVersion, capabilities, and clientInfo with a name and a version.";

/** True where the request's head asks for nothing but an answer of either kind, in a revision with sessions. */
export function isPlainPost(head: RequestHead): boolean {
  const accept = head.header("accept") ?? "";
  const takesEither = accept.includes("application/json") && accept.includes("text/event-stream");
  return head.method === "POST" && takesEither && isKnownVersion(head);
}

/**
 * One session's way between HTTP and its SDK server. Messages are answered by one JSON body, which the protocol allows where
 * nothing goes before it (MCP 2025-11-25, transports, sending messages). What takes longer or has something to say first, and
 * all that is not plain, goes to the SDK's transport, which is made then: it costs more than most sessions.
 */
export class SessionTransport implements Transport {
  readonly sessionId: string;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  #isGreeted = false;
  readonly #options: SessionTransportOptions;
  readonly #quick = new Map<Id, Quick>();
  /** Requests to the SDK's transport whose message is with the server already. */
  readonly #known = new WeakSet<Request>();
  #greeting: JsonObject | undefined;
  #streams: Promise<WebStandardStreamableHTTPServerTransport> | undefined;
  #isClosed = false;

  constructor(options: SessionTransportOptions) {
    this.#options = options;
    this.sessionId = options.sessionId;
  }

  async start(): Promise<void> {}

  /** Answers one request of this session. `message` is the body of a POST. */
  async handle(head: RequestHead, message: JsonObject | undefined): Promise<Response | JsonAnswer> {
    if (head.method === "DELETE" && isKnownVersion(head)) {
      await this.close();
      return new JsonAnswer(undefined);
    }
    const isPlain = message && isPlainPost(head) && isPlainMessage(message) && hasOnlyKnownMembers(message);
    if (!isPlain) return this.#streamed(head, message);
    const id = message["id"] as Id | undefined;
    if (id === undefined) {
      this.#receive(message);
      return new JsonAnswer(undefined, {}, 202);
    }
    const isGreeting = message["method"] === "initialize";
    // Greeted a second time, or not yet: that is for the SDK's transport to refuse.
    if (isGreeting === this.#isGreeted || this.#quick.has(id)) return this.#streamed(head, message);
    const { quick, response } = this.#begun(id);
    const call = this.#options.beginCall(message);
    if (call)
      call.response.then((answer) => this.send(answer as JSONRPCMessage)).catch((error) => this.onerror?.(error));
    else this.#receive(message);
    const answer = await response;
    if (!answer) return this.#handedOver(head, message, quick);
    if (isGreeting) {
      // The words of a validator, of the SDK's, are no help.
      if (!("result" in answer)) return refusal(400, NO_GREETING, { code: INVALID_PARAMS, id });
      this.#greeting = message;
      this.#greeted();
    }
    return new JsonAnswer(answer, { "mcp-session-id": this.sessionId });
  }

  async send(...sent: Sent): Promise<void> {
    const [message, options] = sent;
    const response = "method" in message ? undefined : message;
    const quick = this.#quick.get((response ? response.id : options?.relatedRequestId) as Id);
    if (!quick) return this.#sendOnStream(...sent);
    const isAnswered = quick.settle(response) && response !== undefined;
    if (!isAnswered) quick.waiting.push(sent);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    await (await this.#streams)?.close();
    // What was cancelled has its answer by then.
    setTimeout(() => {
      for (const { settle } of this.#quick.values()) settle(undefined);
    }, 0);
  }

  /** What belongs to no request is for the client's listening stream; where there is none, for nobody. */
  async #sendOnStream(...sent: Sent): Promise<void> {
    if (this.#streams) await (await this.#streams).send(...sent);
    else if (sent[1]?.relatedRequestId !== undefined) throw new Error("The request that this belongs to is answered.");
  }

  #receive(message: JsonObject, extra?: MessageExtraInfo): void {
    this.onmessage?.(message as unknown as JSONRPCMessage, extra);
  }

  #greeted(): void {
    if (!this.#isGreeted) this.#options.greeted();
    this.#isGreeted = true;
  }

  #begun(id: Id): { readonly quick: Quick; readonly response: Promise<JSONRPCMessage | undefined> } {
    let settle: Quick["settle"] = () => false;
    const response = new Promise<JSONRPCMessage | undefined>((resolve) => {
      let isSettled = false;
      settle = (answer) => {
        if (isSettled) return false;
        isSettled = true;
        clearTimeout(timer);
        if (answer) this.#quick.delete(id);
        resolve(answer);
        return true;
      };
      const timer = this.#options.isJsonOnly ? undefined : setTimeout(settle, QUICK_MS, undefined);
    });
    const quick: Quick = { waiting: [], settle };
    this.#quick.set(id, quick);
    return { quick, response };
  }

  /** The request goes on as a stream: what it has said already first. */
  async #handedOver(head: RequestHead, message: JsonObject, { waiting }: Quick): Promise<Response> {
    this.#known.add(head.request);
    try {
      const response = await this.#streamed(head, message);
      const streams = await this.#streams;
      for (let sent = waiting.shift(); sent; sent = waiting.shift()) await streams?.send(...sent);
      return response;
    } finally {
      this.#quick.delete(message["id"] as Id);
    }
  }

  async #streamed({ request }: RequestHead, message: JsonObject | undefined): Promise<Response> {
    this.#streams ??= this.#opened(request.url);
    const streams = await this.#streams;
    return streams.handleRequest(request, { parsedBody: message });
  }

  async #opened(url: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const { sessionId, isJsonOnly } = this.#options;
    const streams = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => sessionId,
      onsessioninitialized: () => this.#greeted(),
      enableJsonResponse: isJsonOnly,
      retryInterval: RETRY_MS,
      ...(!isJsonOnly && { eventStore: eventLog() }),
    });
    const greeting = this.#greeting;
    const replayed = greeting && greetingRequest(url);
    streams.onmessage = (message, extra) => {
      const request = extra?.request;
      // The transport takes a session from its greeting on, and this one has been answered.
      if (request && request === replayed)
        void streams.send({ jsonrpc: "2.0", id: greeting?.["id"] as Id, result: {} });
      else if (!request || !this.#known.has(request)) this.#receive(message as unknown as JsonObject, extra);
    };
    streams.onerror = (error) => this.onerror?.(error);
    streams.onclose = () => void this.close();
    await streams.start();
    if (replayed) await streams.handleRequest(replayed, { parsedBody: greeting });
    if (this.#isClosed) await streams.close();
    return streams;
  }
}

/** The SDK refuses a message that has others, which must not happen to a call that runs already. */
function hasOnlyKnownMembers(message: JsonObject): boolean {
  const { id, params } = message;
  return Object.keys(message).length === 2 + Number(id !== undefined) + Number(params !== undefined);
}

function isKnownVersion(head: RequestHead): boolean {
  const version = head.header("mcp-protocol-version");
  return version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
}

function greetingRequest(url: string): Request {
  const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  return new Request(url, { method: "POST", headers });
}

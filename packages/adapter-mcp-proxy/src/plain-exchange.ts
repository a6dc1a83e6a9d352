import { setTimeout as pause } from "node:timers/promises";
import { EventReader } from "./event-reader.js";
import { noAnswer } from "./http-failure.js";
import { isRpcMessage, type RpcMessage } from "./json-rpc.js";
import type { PlainInit, PlainResponse } from "./plain-post.js";
import { WireFailure } from "./wire-failure.js";

/** What an exchange works with. */
export interface PlainExchangeOptions {
  readonly url: URL;
  /** Of the POST and of what resumes its stream; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly post: typeof globalThis.fetch;
  /** For the GET that resumes a stream. */
  readonly fetch: typeof globalThis.fetch;
  /** Throws what an answer of 400 and above stands for. */
  checked(response: PlainResponse): Promise<unknown>;
  receive(message: RpcMessage): void;
  /** The answer's stream ended, for good, without the answer. */
  lost(cause: unknown): void;
}

/** How often in a row a stream that broke is asked for again, and the first pause, in milliseconds, where the server names none. */
const RESUME_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;

/**
 * One request of the legacy era by POST and what comes back: one JSON body, or a stream, which is resumed where it breaks
 * and its events have ids (MCP 2025-11-25, transports).
 */
export class PlainExchange {
  readonly #options: PlainExchangeOptions;
  #isDropped = false;
  #giveUp: () => void = () => {};

  constructor(options: PlainExchangeOptions) {
    this.#options = options;
  }

  /** Nothing more is wanted of it. */
  drop(): void {
    this.#isDropped = true;
    this.#giveUp();
  }

  /** Resolves when the answer has begun: false where the server redirects; then nothing was received there. */
  async send(message: RpcMessage): Promise<boolean> {
    const { url, post, headers, receive, checked } = this.#options;
    const init: PlainInit = {
      method: "POST",
      headers: Object.assign({}, headers, {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      }),
      body: JSON.stringify(message),
      onBegun: (giveUp) => {
        this.#giveUp = giveUp;
        if (this.#isDropped) giveUp();
      },
    };
    const response = (await post(url, init).catch((error: unknown) => {
      if (this.#isDropped || error instanceof WireFailure) throw error;
      throw noAnswer(error);
    })) as unknown as PlainResponse;
    const { status } = response;
    if (status >= 300 && status < 400) {
      ignore(response);
      return false;
    }
    if (status >= 400) await checked(response);
    const type = mediaType(response.contentType);
    if (type === "application/json") {
      const answer: unknown = JSON.parse(await response.text());
      for (const each of Array.isArray(answer) ? answer : [answer]) if (isRpcMessage(each)) receive(each);
    } else if (type === "text/event-stream") {
      void this.#readStream(message, response);
    } else {
      ignore(response);
      throw new WireFailure(`it answered HTTP ${status} with the content type "${type}"`, "unknown");
    }
    return true;
  }

  async #readStream({ id }: RpcMessage, response: PlainResponse): Promise<void> {
    const { receive, lost } = this.#options;
    let isAnswered = false;
    const events = new EventReader(({ type, data }) => {
      if (type !== "message" || this.#isDropped) return;
      const message = parsed(data);
      if (!message) return;
      if (message.id === id && message.method === undefined) isAnswered = response.isDone = true;
      receive(message);
    });
    let cause: unknown;
    const broke = (error: unknown) => {
      cause = error;
    };
    await response.read((chunk) => events.push(chunk)).catch(broke);
    if (isAnswered || this.#isDropped) return;
    const stop = new AbortController();
    this.#giveUp = () => stop.abort();
    for (let failures = 0; events.lastId !== undefined && failures < RESUME_ATTEMPTS; ) {
      const ms = events.retryMs ?? FIRST_PAUSE_MS * 2 ** failures;
      await pause(ms, undefined, stop).catch(() => {});
      if (this.#isDropped) return;
      const before = events.lastId;
      const body = await this.#resumed(before, stop.signal).catch(() => undefined);
      if (body) await readWeb(body, events).catch(broke);
      if (isAnswered || this.#isDropped) return;
      failures = body && events.lastId !== before ? 0 : failures + 1;
    }
    lost(cause ?? new Error("its answer ended before the result"));
  }

  async #resumed(lastEventId: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { url, headers, fetch } = this.#options;
    const response = await fetch(url, {
      headers: { ...headers, accept: "text/event-stream", "last-event-id": lastEventId },
      redirect: "error",
      signal,
    });
    if (response.ok && response.body) return response.body;
    await response.text().catch(() => "");
    return undefined;
  }
}

/** Reads a body of which nothing is wanted, so that its connection can be used again. */
function ignore(response: PlainResponse): void {
  response.read(() => {}).catch(() => {});
}

async function readWeb(chunks: AsyncIterable<Uint8Array>, events: EventReader): Promise<void> {
  for await (const chunk of chunks) events.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
}

function mediaType(header: string): string {
  return (header.split(";", 1)[0] as string).trim().toLowerCase();
}

function parsed(data: string): RpcMessage | undefined {
  try {
    const message: unknown = JSON.parse(data);
    return isRpcMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

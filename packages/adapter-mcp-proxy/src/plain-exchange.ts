import { setTimeout as pause } from "node:timers/promises";
import { EventReader } from "./event-reader.js";
import { noAnswer } from "./http-failure.js";
import { isRpcMessage, type RpcId, type RpcMessage } from "./json-rpc.js";
import type { PlainResponse } from "./plain-post.js";
import { WireFailure } from "./wire-failure.js";

/** What an exchange works with. */
export interface PlainExchangeOptions {
  readonly url: URL;
  /** Of the POST and of what resumes its stream; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly post: typeof globalThis.fetch;
  /** For the GET that resumes a stream. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal | undefined;
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
 * and its events have ids (MCP 2025-11-25, transports). False where the server redirects; then nothing was received there.
 */
export async function plainExchange(message: RpcMessage, options: PlainExchangeOptions): Promise<boolean> {
  const { url, post, headers, signal } = options;
  const response = (await post(url, {
    method: "POST",
    headers: Object.assign({}, headers, {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    }),
    body: JSON.stringify(message),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted || error instanceof WireFailure) throw error;
    throw noAnswer(error);
  })) as unknown as PlainResponse;
  const { status } = response;
  if (status >= 300 && status < 400) {
    response.body.resume();
    return false;
  }
  await options.checked(response);
  const type = mediaType(response.contentType);
  if (type === "application/json") {
    const answer: unknown = JSON.parse(await response.text());
    for (const each of Array.isArray(answer) ? answer : [answer]) if (isRpcMessage(each)) options.receive(each);
  } else if (type === "text/event-stream") {
    void readStream(message.id as RpcId, response, options);
  } else {
    response.body.resume();
    throw new WireFailure(`it answered HTTP ${status} with the content type "${type}"`, "unknown");
  }
  return true;
}

async function readStream(id: RpcId, response: PlainResponse, options: PlainExchangeOptions): Promise<void> {
  const { signal, receive, lost } = options;
  let isAnswered = false;
  const events = new EventReader(({ type, data }) => {
    if (type !== "message" || signal?.aborted) return;
    const message = parsed(data);
    if (!message) return;
    if (message.id === id && message.method === undefined) isAnswered = response.isDone = true;
    receive(message);
  });
  let cause: unknown = new Error("its answer ended before the result");
  const read = async (chunks: AsyncIterable<Uint8Array>) => {
    try {
      for await (const chunk of chunks) events.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    } catch (error) {
      cause = error;
    }
  };
  await readPlain(response, (chunk) => events.push(chunk)).catch((error: unknown) => {
    cause = error;
  });
  for (let failures = 0; !isAnswered && !signal?.aborted && events.lastId !== undefined; ) {
    if (failures === RESUME_ATTEMPTS) break;
    const ms = events.retryMs ?? FIRST_PAUSE_MS * 2 ** failures;
    await pause(ms, undefined, signal && { signal }).catch(() => {});
    if (signal?.aborted) return;
    const before = events.lastId;
    const body = await resumed(before, options).catch(() => undefined);
    if (body) await read(body);
    failures = body && events.lastId !== before ? 0 : failures + 1;
  }
  if (!isAnswered && !signal?.aborted) lost(cause);
}

/** Reads the body to its end. Rejects where it breaks off. */
function readPlain({ body }: PlainResponse, push: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    body.on("data", (chunk: Buffer) => {
      try {
        push(chunk);
      } catch (error) {
        body.destroy(error as Error);
      }
    });
    body.once("end", resolve).once("error", reject);
    body.once("close", () => reject(new Error("its answer broke off")));
  });
}

async function resumed(
  lastEventId: string,
  { url, headers, fetch, signal }: PlainExchangeOptions,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const response = await fetch(url, {
    headers: { ...headers, accept: "text/event-stream", "last-event-id": lastEventId },
    redirect: "error",
    ...(signal && { signal }),
  });
  if (response.ok && response.body) return response.body;
  await response.text().catch(() => "");
  return undefined;
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

import type { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import type { networkDispatcher } from "@agent-tools/network";

type Fetch = typeof globalThis.fetch;
type Dispatcher = ReturnType<typeof networkDispatcher>;
type Handler = Parameters<Dispatcher["dispatch"]>[1];

/** A POST as it is made here: like fetch's, but for `onBegun` in the place of a signal, which costs more than the rest of it. */
export interface PlainInit extends RequestInit {
  /** Told, before anything is sent, how the request is given up. */
  readonly onBegun?: (giveUp: () => void) => void;
}

/** How long an answer that has said all may take to end, in milliseconds. */
const LINGER_MS = 1_000;
const GIVEN_UP = new Error("The request was given up.");

/** An answer as far as it is read here: its status, its headers, and its body, which is read once, decoded. */
export class PlainResponse {
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  /** True: nothing of the rest is wanted, and it may end by itself, so that its connection can be used again. */
  isDone = false;
  readonly #rawHeaders: readonly Buffer[];
  readonly #body: PlainBody;

  constructor(status: number, statusText: string, rawHeaders: readonly Buffer[], body: PlainBody) {
    this.status = status;
    this.statusText = statusText;
    this.contentType = headerOf(rawHeaders, "content-type");
    this.#rawHeaders = rawHeaders;
    this.#body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get headers(): Headers {
    const headers = new Headers();
    const raw = this.#rawHeaders;
    for (let at = 0; at < raw.length; at += 2) headers.append(latin1(raw[at]), latin1(raw[at + 1]));
    return headers;
  }

  /** Passes the body on, piece by piece as it comes, to its end. Rejects where it breaks off, or where `push` throws. */
  read(push: (chunk: Buffer) => void): Promise<void> {
    return this.#body.read(push);
  }

  async text(): Promise<string> {
    const chunks: Buffer[] = [];
    await this.read((chunk) => chunks.push(chunk));
    return Buffer.concat(chunks).toString();
  }
}

/** A body that may begin to come before somebody reads it. */
class PlainBody {
  readonly #early: Buffer[] = [];
  readonly #decoder: (Writable & NodeJS.ReadableStream) | undefined;
  readonly #broken: (error: Error) => void;
  #push: ((chunk: Buffer) => void) | undefined;
  #end: (() => void) | undefined;
  #fail: ((error: unknown) => void) | undefined;
  #ended: { readonly error?: unknown } | undefined;

  /** `broken` is told of a body that cannot be read on. */
  constructor(encoding: string, broken: (error: Error) => void) {
    this.#broken = broken;
    this.#decoder = decoderOf(encoding);
    this.#decoder
      ?.on("data", (chunk: Buffer) => this.#take(chunk))
      .once("end", () => this.#finish({}))
      .once("error", (error) => {
        this.#finish({ error });
        broken(error);
      });
  }

  add(chunk: Buffer): void {
    if (this.#decoder) this.#decoder.write(chunk);
    else this.#take(chunk);
  }

  end(error?: unknown): void {
    if (error !== undefined) this.#finish({ error });
    else if (this.#decoder) this.#decoder.end();
    else this.#finish({});
  }

  read(push: (chunk: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#push = push;
      this.#end = resolve;
      this.#fail = reject;
      for (const chunk of this.#early.splice(0)) this.#take(chunk);
      if (this.#ended) this.#settle(this.#ended);
    });
  }

  #take(chunk: Buffer): void {
    if (!this.#push) return void this.#early.push(chunk);
    try {
      this.#push(chunk);
    } catch (error) {
      this.#finish({ error });
      this.#broken(error as Error);
    }
  }

  #finish(ended: { readonly error?: unknown }): void {
    if (this.#ended) return;
    this.#ended = ended;
    this.#settle(ended);
  }

  #settle(ended: { readonly error?: unknown }): void {
    if ("error" in ended) this.#fail?.(ended.error);
    else this.#end?.();
  }
}

/** Whatever has arrived is decoded at once, since a stream may pause for long. */
function decoderOf(encoding: string): (Writable & NodeJS.ReadableStream) | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
  if (encoding === "gzip" || encoding === "x-gzip") {
    return createGunzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH });
  }
  if (encoding !== "br") return undefined;
  return createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
}

/** One POST on its way. */
class PlainPost implements Handler {
  readonly answer: Promise<PlainResponse>;
  #resolve: (response: PlainResponse) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #abort: ((error: Error) => void) | undefined;
  #response: PlainResponse | undefined;
  #body: PlainBody | undefined;
  #isGivenUp = false;
  #hasEnded = false;
  #lingering: NodeJS.Timeout | undefined;
  readonly #completed: () => void;

  /** `completed` is told of an answer that has come to its end. */
  constructor(completed: () => void) {
    this.#completed = completed;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Given up before it was asked for, it is nobody's.
    this.answer.catch(() => {});
  }

  giveUp(): void {
    if (this.#hasEnded || this.#isGivenUp) return;
    this.#isGivenUp = true;
    if (this.#response?.isDone) this.#lingering = setTimeout(() => this.#drop(GIVEN_UP), LINGER_MS).unref();
    else this.#drop(GIVEN_UP);
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    if (this.#isGivenUp) abort(GIVEN_UP);
  }

  onHeaders(status: number, rawHeaders: Buffer[], _resume: () => void, statusText: string): boolean {
    // What goes before an answer, such as 103.
    if (status < 200) return true;
    const encoding = headerOf(rawHeaders, "content-encoding").trim().toLowerCase();
    this.#body = new PlainBody(encoding, (error) => this.#drop(error));
    this.#response = new PlainResponse(status, statusText, rawHeaders, this.#body);
    this.#resolve(this.#response);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#body?.add(chunk);
    return true;
  }

  onComplete(): void {
    this.#completed();
    this.#ended();
    this.#body?.end();
  }

  onError(error: Error): void {
    this.#ended();
    this.#body?.end(error);
    this.#reject(error);
  }

  #ended(): void {
    this.#hasEnded = true;
    clearTimeout(this.#lingering);
  }

  #drop(error: Error): void {
    if (this.#abort && !this.#hasEnded) this.#abort(error);
    this.#reject(error);
  }
}

/**
 * The same fetch, but for a POST of a text to that URL: this goes straight to the dispatcher and without the web-standard parts,
 * which cost several times the request. It follows no redirect; what answers it is a `PlainResponse`.
 */
export function plainPost(dispatcher: Dispatcher, url: URL, fetch: Fetch): Fetch {
  const { origin } = url;
  const path = url.pathname + url.search;
  let isFresh = false;
  const completed = () => {
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
  };
  const post = async ({ headers, body, onBegun }: PlainInit) => {
    const running = new PlainPost(completed);
    onBegun?.(() => running.giveUp());
    // The server may close a connection after its answer, which shows when the event loop has polled once more. Of the two turns
    // of the loop that this takes, undici waits one itself.
    if (isFresh) await turn();
    dispatcher.dispatch(
      {
        origin,
        path,
        method: "POST",
        headers: {
          "accept-encoding": "gzip, br",
          ...(headers instanceof Headers ? Object.fromEntries(headers) : (headers as Record<string, string>)),
        },
        body: body as string,
      },
      running,
    );
    return running.answer;
  };
  return (input, init) =>
    init?.method === "POST" && typeof init.body === "string" && String(input) === url.href
      ? // Whoever posts there asks for no more than this has.
        (post(init) as Promise<unknown> as Promise<Response>)
      : fetch(input, init);
}

function headerOf(raw: readonly Buffer[], name: string): string {
  for (let at = 0; at < raw.length; at += 2) {
    const key = raw[at] as Buffer;
    if (key.length === name.length && latin1(key).toLowerCase() === name) return latin1(raw[at + 1]);
  }
  return "";
}

function latin1(bytes: Buffer | undefined): string {
  return bytes?.toString("latin1") ?? "";
}

import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import type { NetworkAgents } from "@agent-tools/network";
import { WireFailure } from "./wire-failure.js";

type Fetch = typeof globalThis.fetch;

/** An answer as far as it is read here: its status, its headers, and its body, which is read once. */
export class PlainResponse {
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  /** True: nothing of the rest is wanted, and it may end by itself, so that its connection can be used again. */
  isDone = false;
  /** Decoded. */
  readonly body: Readable;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.status = incoming.statusCode ?? 0;
    this.statusText = incoming.statusMessage ?? "";
    this.contentType = incoming.headers["content-type"] ?? "";
    this.body = decoded(incoming);
    this.#incoming = incoming;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get headers(): Headers {
    const headers = new Headers();
    const { rawHeaders } = this.#incoming;
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    return headers;
  }

  async text(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.body) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  }
}

/** How long an answer that has said all may take to end, in milliseconds. */
const LINGER_MS = 1_000;

function linger(request: ClientRequest): void {
  const timer = setTimeout(() => request.destroy(), LINGER_MS).unref();
  request.once("close", () => clearTimeout(timer));
}

/** Whatever has arrived is decoded at once, since a stream may pause for long. */
function decoded(incoming: IncomingMessage): Readable {
  const encoding = incoming.headers["content-encoding"]?.trim().toLowerCase();
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH })
      : encoding === "br"
        ? createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH })
        : undefined;
  if (!decoder) return incoming;
  incoming.once("error", (error) => decoder.destroy(error));
  incoming.once("close", () => {
    if (!incoming.readableEnded) decoder.destroy(new Error("its answer broke off"));
  });
  return incoming.pipe(decoder);
}

/**
 * The same fetch, but for a POST of a text to that URL: this goes over the shield's agents and without the web-standard
 * parts, which cost several times the request. It follows no redirect; what answers it is a `PlainResponse`.
 */
export function plainPost(agents: NetworkAgents, url: URL, fetch: Fetch): Fetch {
  const post = (init: RequestInit) =>
    new Promise<PlainResponse>((resolve, reject) => {
      const isSecure = url.protocol === "https:";
      const body = Buffer.from(init.body as string);
      const headers = {
        "content-length": body.byteLength,
        "accept-encoding": "gzip, br",
        ...(init.headers instanceof Headers ? Object.fromEntries(init.headers) : (init.headers as object)),
      };
      const options: RequestOptions = { method: "POST", headers, agent: isSecure ? agents.https : agents.http };
      let response: PlainResponse | undefined;
      const request = (isSecure ? https : http).request(url, options, (answer) => {
        response = new PlainResponse(answer);
        resolve(response);
      });
      const { signal } = init;
      const abort = () => {
        if (response?.isDone) linger(request);
        else request.destroy(signal?.reason);
      };
      let isUnsent = false;
      request.on("error", (error) =>
        reject(isUnsent ? new WireFailure("it closed the connection", "none", { cause: error }) : error),
      );
      request.once("close", () => signal?.removeEventListener("abort", abort));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      request.once("socket", (socket) => {
        isUnsent = request.reusedSocket;
        const send = () => {
          if (isUnsent && (socket.destroyed || socket.readableEnded)) request.destroy(new Error("socket hang up"));
          if (request.destroyed) return;
          isUnsent = false;
          request.end(body);
        };
        // A connection that stood idle may have been closed meanwhile, which shows when the event loop has polled once more.
        if (isUnsent) setImmediate(() => setImmediate(send));
        else send();
      });
    });
  return async (input, init) =>
    init?.method === "POST" && typeof init.body === "string" && String(input) === url.href
      ? // Whoever posts there asks for no more than this has.
        ((await post(init)) as unknown as Response)
      : fetch(input, init);
}

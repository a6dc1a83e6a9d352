import type { IncomingMessage, ServerResponse } from "node:http";
import { refusal } from "./refusal.js";
import type { JsonAnswer, RequestHead } from "./request-head.js";

/** Methods that a web-standard request cannot have. */
const unspeakable: ReadonlySet<string> = new Set(["TRACE", "TRACK", "CONNECT"]);

/** The head of a request to a server of Node's, or the refusal of what cannot be a web-standard one. */
export function incomingHead(incoming: IncomingMessage, outgoing: ServerResponse): RequestHead | JsonAnswer {
  const { method = "GET", url = "/" } = incoming;
  if (unspeakable.has(method)) return refusal(405, "This method is not allowed here.", { headers: { allow: "POST" } });
  const headers = headersOf(incoming);
  // RFC 9112, section 3.2. Two of them arrive joined, which no name is.
  const host = headers.get("host");
  if (!host || host.includes(",")) return refusal(400, "A request has one Host header.");
  const isWhole = !url.startsWith("/");
  const parsed = urlOf(isWhole ? url : `http://${host}${url}`) ?? whereverItIs(url);
  if (!parsed) return refusal(400, "The request's target is not a URL.");
  // RFC 9112, section 3.2.2: a whole URL says where the request goes, whatever the header says.
  if (isWhole) headers.set("host", parsed.host);
  return new IncomingHead(method, parsed, headers, outgoing);
}

/** The target at a host whose name is none, for the guard to refuse. */
function whereverItIs(path: string): URL | undefined {
  return path.startsWith("/") ? urlOf(`http://invalid${path}`) : undefined;
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Node's own record of them drops what came twice. */
function headersOf({ rawHeaders }: IncomingMessage): Map<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    const value = rawHeaders[at + 1] as string;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

class IncomingHead implements RequestHead {
  readonly method: string;
  readonly url: URL;
  readonly #headers: ReadonlyMap<string, string>;
  readonly #outgoing: ServerResponse;
  #request: Request | undefined;

  constructor(method: string, url: URL, headers: ReadonlyMap<string, string>, outgoing: ServerResponse) {
    this.method = method;
    this.url = url;
    this.#headers = headers;
    this.#outgoing = outgoing;
  }

  header(name: string): string | null {
    return this.#headers.get(name) ?? null;
  }

  get request(): Request {
    this.#request ??= this.#make();
    return this.#request;
  }

  #make(): Request {
    const request = new Request(this.url, { method: this.method, headers: [...this.#headers] });
    // Given to the constructor, the signal would be followed by weak references, which keep each request until a full collection.
    Object.defineProperty(request, "signal", { value: goneSignal(this.#outgoing) });
    return request;
  }
}

/** Aborted when the client goes away before it has its answer. */
function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished) gone.abort();
  };
  if (outgoing.closed) abort();
  else outgoing.once("close", abort);
  return gone.signal;
}

import { type CallContext, type Json, type Network, ToolError } from "@agent-tools/contract";
import { allowList, checkUrl, networkFetch } from "@agent-tools/network";

/** How one call goes over the network. */
export interface HttpExchange {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly body?: string;
  readonly network: Network;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly timeoutMs: number;
  readonly context: CallContext;
}

/** What came back: the body as JSON where it says so and is whole, else as text. */
export interface HttpAnswer {
  readonly status: number;
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Json;
  /** True where the body had more bytes than are read. */
  readonly isCut: boolean;
}

/** The host's policy and the cage's list: a connection has to pass both. */
export function cagedNetwork(network: Network, allowHosts: readonly string[]): Network {
  const list = allowList(allowHosts);
  return {
    check(connection) {
      network.check(connection);
      list.check(connection);
    },
  };
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Sends one request without credentials and reads its answer, as far as the cage goes. */
export async function exchange(request: HttpExchange): Promise<HttpAnswer> {
  const { context, timeoutMs } = request;
  context.signal.throwIfAborted();
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([context.signal, limit]);
  try {
    const response = await following(request, signal);
    return await answerOf(response, request.maxBytes);
  } catch (error) {
    if (ToolError.is(error)) throw error;
    throw failure(error, request, { isLate: limit.aborted, isAborted: context.signal.aborted });
  }
}

async function following(request: HttpExchange, signal: AbortSignal): Promise<Response> {
  const { method, body, network, context, maxRedirects } = request;
  const fetch = networkFetch(network, { caller: context.caller });
  let url = checkUrl(request.url);
  for (let hops = 0; ; hops += 1) {
    context.dispatched();
    const response = await fetch(url, {
      method,
      headers: {
        accept: "application/json, text/*;q=0.9, */*;q=0.1",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body }),
      redirect: "manual",
      signal,
    });
    const location = response.headers.get("location");
    if (!redirectStatuses.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (hops >= maxRedirects) throw tooManyHops(method, url, maxRedirects);
    if (!URL.canParse(location, url.href)) {
      throw new ToolError("upstream_error", `${url.origin} redirects to something that is not a URL.`);
    }
    url = checkUrl(new URL(location, url), url);
  }
}

function tooManyHops(method: string, { origin }: URL, maxRedirects: number): ToolError {
  const words =
    maxRedirects === 0
      ? `${origin} answered with a redirect, which is not followed.`
      : `${origin} redirects once more, after ${maxRedirects} redirects.`;
  return new ToolError("upstream_error", words, {
    hint: method === "POST" ? "Give the address that the service has moved to." : "Ask for another address.",
  });
}

async function answerOf(response: Response, maxBytes: number): Promise<HttpAnswer> {
  const contentType = response.headers.get("content-type") ?? "";
  const { bytes, isCut } = await readCapped(response, maxBytes);
  const text = textOf(bytes, contentType, isCut);
  if (text === undefined) {
    throw new ToolError(
      "unsupported",
      `${new URL(response.url).origin} answered with ${contentType || "bytes"}, no text.`,
    );
  }
  const body = !isCut && /[/+]json\b/i.test(contentType) ? json(text) : text;
  return { status: response.status, url: response.url, contentType, body, isCut };
}

async function readCapped(response: Response, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Decoded bytes count, so that a small compressed body cannot grow past the cage.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, maxBytes - length));
    length += chunk.length;
    if (length > maxBytes) return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

function textOf(bytes: Buffer, contentType: string, isCut: boolean): string | undefined {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    // What was cut may end inside of a character.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

function json(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Failures before a connection was there: the request cannot have run. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function failure(
  error: unknown,
  { method, url, timeoutMs }: HttpExchange,
  { isLate, isAborted }: { readonly isLate: boolean; readonly isAborted: boolean },
): ToolError {
  const where = `${method} ${new URL(url).origin}`;
  const code = codeOf(error);
  const mayHaveRun = method === "POST" && !neverSent.has(code ?? "");
  const what = isAborted
    ? "was cancelled"
    : isLate
      ? `took more than ${timeoutMs} ms`
      : `failed: ${code ?? wordsOf(error)}`;
  if (mayHaveRun) {
    return new ToolError("unknown_outcome", `${where} ${what}, and the request may have arrived.`, { cause: error });
  }
  if (isAborted) return new ToolError("cancelled", `${where} ${what}.`, { cause: error });
  return new ToolError(isLate ? "timeout" : "upstream_unavailable", `${where} ${what}.`, { cause: error });
}

function codeOf(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ("code" in inner && typeof inner.code === "string") return inner.code;
    if (inner instanceof AggregateError && inner.errors.length > 0) inner.cause ??= inner.errors[0];
  }
  return undefined;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

import { type Json, ToolError } from "@agent-tools/contract";
import { RpcError } from "./json-rpc.js";
import { WireFailure } from "./wire-failure.js";

/** Failures of a connection that was never made (Node and undici codes): nothing was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The code in the bodies of deployed servers' 4xx answers; it says no more than the status. */
const HTTP_REFUSAL = -32000;

const mayBeSse = {
  hint: 'Check the address; a server of the HTTP+SSE transport needs transport: "sse" (type: "sse").',
};
/** What an address says that is none of a Streamable HTTP server. */
const NO_ENDPOINT: Readonly<Record<number, { readonly hint: string }>> = { 404: mayBeSse, 405: mayBeSse };

/** The failure of a request that got no HTTP answer. */
export function noAnswer(error: unknown): WireFailure {
  if (ToolError.is(error)) return new WireFailure(error.message, "none", { error, cause: error });
  const codes = causes(error).map(({ code }) => code);
  const delivery = codes.some((code) => NOT_CONNECTED.has(code)) ? "none" : "unknown";
  const words = causes(error).map(({ message }) => message);
  return new WireFailure([...new Set(words)].join(": ") || String(error), delivery, { cause: error });
}

/** What is read of an HTTP answer that refuses. */
export type Answer = Pick<Response, "status" | "headers" | "text">;

/** The failure that an HTTP answer of 400 and above is. `body`: what the server said to it. */
export function refusal(name: string, response: Answer, body: string): WireFailure | RpcError {
  const { status } = response;
  const said = body.trim() === "" ? "" : ` ${body.trim().slice(0, 500)}`;
  const fail = (delivery: "none" | "unknown", error?: ToolError) =>
    new WireFailure(`HTTP ${status}.${said}`, delivery, { ...(error && { error }) });
  switch (status) {
    case 401:
      return fail(
        "none",
        new ToolError("login_required", `The MCP server "${name}" wants a login (HTTP 401).`, {
          hint: "Ask the operator to give the server's credentials in the headers of its configuration.",
        }),
      );
    case 429: {
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      return fail(
        "none",
        new ToolError("rate_limited", `The MCP server "${name}" is being called too often (HTTP 429).`, {
          ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1_000 }),
        }),
      );
    }
    case 503:
      return fail("none");
    case 502:
    case 504:
      // A gateway lost the answer of a server that may have run the call.
      return fail("unknown");
    default: {
      const words = `The MCP server "${name}" answered HTTP ${status}.${said}`;
      return readRpcError(body) ?? fail("none", new ToolError("upstream_error", words, NO_ENDPOINT[status]));
    }
  }
}

/** The JSON-RPC error in a body; undefined where there is none, or only the code that stands for HTTP's own refusals. */
function readRpcError(body: string): RpcError | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown; data?: Json } };
    const { code, message, data } = error ?? {};
    if (typeof code !== "number" || typeof message !== "string" || code === HTTP_REFUSAL) return undefined;
    return new RpcError({ code, message, ...(data !== undefined && { data }) });
  } catch {
    return undefined;
  }
}

function causes(error: unknown): { readonly code: string; readonly message: string }[] {
  const found: { code: string; message: string }[] = [];
  const queue = [error];
  while (queue.length > 0 && found.length < 8) {
    const next = queue.shift();
    if (!(next instanceof Error)) continue;
    // OpenSSL's end with line breaks.
    found.push({ code: String((next as NodeJS.ErrnoException).code ?? ""), message: next.message.trim() });
    queue.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return found;
}

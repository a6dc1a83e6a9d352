import { type AdapterHost, type Caller, ToolError } from "@agent-tools/contract";
import { checkUrl, type NetworkAgents, networkAgents } from "@agent-tools/network";
import { got, type Method, type RetryOptions } from "got";
import { getProxyForUrl } from "proxy-from-env";
import { acceptedEncodings, decodeContent, isTooLong } from "./content-encoding.js";
import type { HttpClient, SendOptions } from "./http-client.js";
import type { HttpRequest, HttpResponse } from "./http-message.js";
import { isIdempotentMethod } from "./http-method.js";
import { checkProxied, proxyAgents } from "./proxy.js";
import { redirected } from "./redirect.js";
import { type SendState, transportError } from "./transport-error.js";

const maxResponseBytes = 32 * 1024 * 1024;
const maxPools = 64;
const connectTimeoutMs = 10_000;

/** Connections are kept alive and shared by the calls of one caller only. Proxies are taken from the environment. */
export function gotClient({ network }: Pick<AdapterHost, "network">): HttpClient {
  const pools = new Map<string, NetworkAgents>();
  const closing = new AbortController();

  const agentsFor = async (url: URL, caller: Caller | undefined): Promise<NetworkAgents> => {
    const proxy = getProxyForUrl(url.href);
    if (proxy !== "") await checkProxied(url, network, caller);
    const key = JSON.stringify([proxy, caller ?? null]);
    const agents =
      pools.get(key) ?? (proxy === "" ? networkAgents(network, caller ? { caller } : {}) : proxyAgents(proxy));
    pools.delete(key);
    pools.set(key, agents);
    for (const [oldest, pool] of pools) {
      if (pools.size <= maxPools) break;
      pools.delete(oldest);
      destroy(pool);
    }
    return agents;
  };

  return {
    async send(request, given) {
      const options = { ...given, signal: AbortSignal.any([given.signal, closing.signal]) };
      let current: HttpRequest = { ...request, url: checkUrl(request.url) };
      for (let hops = 0; ; hops += 1) {
        const response = await sendOnce(current, () => agentsFor(current.url, options.caller), options);
        const next = redirected(current, response, hops, options.label);
        if (!next) return response;
        current = next;
      }
    },
    close() {
      closing.abort(new ToolError("closed", "The adapter was closed."));
      for (const pool of pools.values()) destroy(pool);
      pools.clear();
    },
  };
}

function destroy({ http, https }: NetworkAgents): void {
  http.destroy();
  https.destroy();
}

async function sendOnce(
  request: HttpRequest,
  agents: () => Promise<NetworkAgents>,
  options: SendOptions,
): Promise<HttpResponse> {
  const state: SendState = { hasLeft: false, isTooLarge: false };
  try {
    options.signal.throwIfAborted();
    const pending = got(request.url, {
      method: request.method as Method,
      headers: {
        "user-agent": "agent-tools-adapter-rest",
        "accept-encoding": acceptedEncodings,
        ...request.headers,
      },
      decompress: false,
      ...(request.body === undefined ? {} : { body: request.body, allowGetBody: true }),
      agent: await agents(),
      signal: options.signal,
      timeout: { connect: connectTimeoutMs },
      retry: retryPolicy(request, options, state),
      responseType: "buffer",
      throwHttpErrors: false,
      followRedirect: false,
    });
    void pending.on("request", (sent) => {
      const leave = (): void => {
        if (sent.socket?.destroyed || state.hasLeft) return;
        state.hasLeft = true;
        options.dispatched?.();
      };
      sent.once("socket", (socket) => {
        if (!socket.connecting) leave();
        else socket.once(request.url.protocol === "https:" ? "secureConnect" : "connect", leave);
      });
    });
    void pending.on("downloadProgress", ({ transferred }) => {
      if (transferred <= maxResponseBytes) return;
      state.isTooLarge = true;
      pending.cancel();
    });
    const response = await pending;
    const encoding = response.headers["content-encoding"] ?? "";
    return {
      status: response.statusCode,
      statusText: response.statusMessage ?? "",
      headers: response.headers,
      body: await decodeContent(response.body, encoding, maxResponseBytes),
      url: request.url,
    };
  } catch (error) {
    state.isTooLarge ||= isTooLong(error);
    throw transportError(error, state, request, options);
  }
}

/** Answers that say "not now": nothing was done, so that any idempotent method may be sent again. */
const notNow = [429, 503];
/** Failures of a server on the way, which may come after the work was done. */
const onTheWay = [408, 502, 504];
const lostReplies = [
  "ECONNRESET",
  "EPIPE",
  "EAI_AGAIN",
  "ERR_READING_RESPONSE_STREAM",
  "ERR_HTTP_CONTENT_LENGTH_MISMATCH",
];

/** At most two more attempts, none of which could repeat a change. */
function retryPolicy(request: HttpRequest, options: SendOptions, state: SendState): Partial<RetryOptions> {
  const mayRepeat = options.isRepeatable || isIdempotentMethod(request.method);
  return {
    limit: mayRepeat ? 2 : 0,
    methods: [request.method as Method],
    statusCodes: options.isRepeatable ? [...notNow, ...onTheWay] : notNow,
    errorCodes: lostReplies,
    maxRetryAfter: 20_000,
    backoffLimit: 2_000,
    enforceRetryRules: true,
    calculateDelay({ computedValue, error }) {
      if (error.response) return computedValue;
      return options.isRepeatable || !state.hasLeft ? Math.min(computedValue, 200) : 0;
    },
  };
}

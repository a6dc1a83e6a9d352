import { ToolError } from "@agent-tools/contract";
import { checkUrl } from "@agent-tools/network";
import { type HttpRequest, type HttpResponse, headerValue } from "./http-message.js";

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/** What may go to another origin: nothing here identifies the caller. Every other header might be a credential. */
const originFree = new Set(["accept", "accept-language", "user-agent"]);

/**
 * The next request where a response redirects (RFC 9110, section 15.4), or undefined. No credential, cookie or custom
 * header goes to another origin, and neither does a body. Throws after five hops.
 */
export function redirected(
  request: HttpRequest,
  response: HttpResponse,
  hops: number,
  label: string,
): HttpRequest | undefined {
  const location = headerValue(response, "location");
  if (!redirectStatuses.has(response.status) || location === undefined) return undefined;
  if (hops >= maxRedirects) {
    throw new ToolError("upstream_error", `${label} was redirected more than ${maxRedirects} times.`);
  }
  if (!URL.canParse(location, request.url.href)) {
    throw new ToolError("upstream_error", `${label} was redirected to something that is not a URL.`);
  }
  const url = checkUrl(new URL(location, request.url), request.url);
  const becomesGet =
    (response.status === 303 && request.method !== "HEAD") || (response.status < 303 && request.method === "POST");
  const isSameOrigin = url.origin === request.url.origin;
  const { body, ...rest } = request;
  if (becomesGet)
    return { ...rest, url, method: "GET", headers: keep(request, isSameOrigin ? notContent : isOriginFree) };
  if (isSameOrigin) return { ...request, url };
  if (body !== undefined || !["GET", "HEAD", "OPTIONS"].includes(request.method)) {
    throw new ToolError(
      "upstream_error",
      `${label} was redirected to ${url.origin}, another origin, which is not followed for a ${request.method}.`,
      { hint: "If the service has moved, set baseUrl to its new address." },
    );
  }
  return { ...rest, url, headers: keep(request, isOriginFree) };
}

const isOriginFree = (name: string): boolean => originFree.has(name);
const notContent = (name: string): boolean => !name.startsWith("content-");

function keep(request: HttpRequest, isKept: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => isKept(name)));
}

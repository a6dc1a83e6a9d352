import { refusal } from "./refusal.js";
import { JsonAnswer, type RequestHead } from "./request-head.js";

/** Which names this server goes by, and which web pages may reach it. */
export interface HttpGuardOptions {
  /** Names or addresses in the `Host` header, beside those of this machine itself, without a port. */
  readonly allowedHosts: readonly string[];
  /** Whole origins, for example `https://app.example`. Only these get CORS headers. */
  readonly allowedOrigins: readonly string[];
}

/** The names of this machine itself. */
const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** A name, an IPv4 or a bracketed IPv6 address, and perhaps a port: compared as written, since a URL would rewrite it. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d*)?$/i;
const ALLOWED_METHODS = "GET, POST, DELETE";

/**
 * Refuses a foreign `Host` (a name that a stranger's DNS points here) and a foreign `Origin` (a stranger's web page) with
 * 403; answers preflights (MCP 2025-11-25, transports, security warning). Forwarded headers count for nothing.
 */
export function httpGuard({ allowedHosts, allowedOrigins }: HttpGuardOptions): {
  /** The answer that ends the matter, or nothing. */
  check(head: RequestHead): JsonAnswer | undefined;
  /** The same response, readable by the page that may read it. */
  withCors<A extends Response | JsonAnswer>(head: RequestHead, answer: A): A;
  allowHost(host: string): void;
} {
  const hosts = new Set([...loopbackNames, ...allowedHosts.map((host) => host.toLowerCase())]);
  const origins = new Set(allowedOrigins);

  const isAllowedOrigin = (origin: string): boolean => {
    if (origins.has(origin)) return true;
    const url = parsed(origin);
    return url !== undefined && /^https?:$/.test(url.protocol) && loopbackNames.includes(url.hostname);
  };

  return {
    check(head) {
      const host = head.header("host") ?? head.url.host;
      const name = HOST.exec(host)?.[1]?.toLowerCase();
      if (name === undefined || !hosts.has(name)) {
        return refusal(
          403,
          `This server is not called ${JSON.stringify(host)}. Add the name to allowedHosts if it is.`,
        );
      }
      const origin = head.header("origin");
      if (origin !== null && !isAllowedOrigin(origin)) {
        const advice = "Add the origin to allowedOrigins if its pages may use this server.";
        return refusal(403, `Pages of ${JSON.stringify(origin)} may not use this server. ${advice}`);
      }
      if (head.method === "OPTIONS") return preflight(head);
      return undefined;
    },
    allowHost: (host) => void hosts.add(host.toLowerCase()),
    withCors(head, answer) {
      const origin = head.header("origin");
      if (origin === null || !origins.has(origin)) return answer;
      const add = {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "Mcp-Session-Id, WWW-Authenticate, Retry-After",
      };
      if (answer instanceof JsonAnswer) Object.assign(answer.headers, add, { vary: "Origin" });
      else {
        for (const [name, value] of Object.entries(add)) answer.headers.set(name, value);
        answer.headers.append("vary", "Origin");
      }
      return answer;
    },
  };
}

/** Answers the question whether a request of that shape may be sent; `withCors` says to whom. */
function preflight(head: RequestHead): JsonAnswer {
  const asked = head.header("access-control-request-headers") ?? "";
  const headers = asked.split(",").filter((name) => /^\s*[a-z0-9-]+\s*$/i.test(name));
  const allowed = {
    allow: ALLOWED_METHODS,
    "access-control-allow-methods": ALLOWED_METHODS,
    "access-control-allow-headers": headers.join(","),
    "access-control-max-age": "600",
  };
  return new JsonAnswer(undefined, allowed, 204);
}

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

import type { Era } from "./handshake.js";
import type { OAuthOptions } from "./oauth/oauth-options.js";
import { secretNames } from "./secret-text.js";

/** A program that speaks MCP over its stdin and stdout. */
export interface StdioServer {
  /** Found on PATH, or a path. Started directly, never through a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few harmless variables every child gets. `{{secrets.NAME}}` stands for a secret of the host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of this process that the child gets as well. */
  readonly inheritEnv?: readonly string[];
  readonly cwd?: string;
}

/** A server behind an address. */
export interface HttpServer {
  /** http or https. `{{secrets.NAME}}` stands for a secret of the host. */
  readonly url: string;
  /** Sent with every request. `{{secrets.NAME}}` stands for a secret of the host. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `sse`: the transport of 2024-11-05. Default `http`, Streamable HTTP; never changed by itself. */
  readonly transport?: "http" | "sse";
  /**
   * How to log in where the server asks for it (HTTP 401). Default: as a client that registers itself, unless there is an
   * `Authorization` header; `false`: not at all.
   */
  readonly oauth?: OAuthOptions | false;
}

/** What holds for both kinds of server. */
export interface ServerSettings {
  /** Names the server in errors and logs. Default: its program or host. */
  readonly name?: string;
  /** What this client calls itself to the server, which may show different clients different tools. Default `agent-tools`. */
  readonly clientName?: string;
  /** Which protocol it is spoken to in. Default `auto`: the newest it clearly offers, else the legacy one. */
  readonly era?: Era;
  /** The only tools that exist here; default: all. */
  readonly includeTools?: readonly string[];
  /** Tools that do not exist here. */
  readonly excludeTools?: readonly string[];
  /**
   * What the server is told that it may ask in mid-call. Default: all. Leave out what no client of this host can answer:
   * many servers then do without.
   */
  readonly asks?: readonly ("elicitation" | "sampling" | "roots")[];
  /** The answer to `roots/list`: `file://` URIs. Default: the client whose call runs is asked. */
  readonly roots?: readonly string[];
  /** Milliseconds until a start is given up. Default 60,000. */
  readonly startTimeoutMs?: number;
  /** Milliseconds without use until the server is ended; `Infinity`: never. Default 900,000. */
  readonly idleMs?: number;
  /** Milliseconds until a link is replaced, however busy. Default `Infinity`. */
  readonly lifetimeMs?: number;
  /** Milliseconds for which a stored list of tools may stand in for the server's own. Default 86,400,000. */
  readonly cacheMs?: number;
}

/** One MCP server and how it is treated. */
export type McpProxyOptions = (StdioServer | HttpServer) & ServerSettings;

/** True for a server behind an address. */
export function isHttpServer(server: StdioServer | HttpServer): server is HttpServer {
  return "url" in server;
}

/** The names of the secrets that a server's options refer to as `{{secrets.NAME}}`, each once. */
export function secretsOf(server: StdioServer | HttpServer): string[] {
  if (!isHttpServer(server)) return secretNames(Object.values(server.env ?? {}));
  const { clientSecret = "" } = server.oauth || {};
  return secretNames([server.url, ...Object.values(server.headers ?? {}), clientSecret]);
}

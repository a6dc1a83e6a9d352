import { childEnvironment } from "@agent-tools/child-process";
import {
  type AdapterHost,
  type Caller,
  type Health,
  isObject,
  type JsonObject,
  type LogLevel,
  type Tool,
} from "@agent-tools/contract";
import { Catalogue, type Snapshot } from "./catalogue.js";
import type { Channel } from "./channel.js";
import { Connection } from "./connection.js";
import type { ConnectionRequest, Link } from "./connection-options.js";
import type { ClientSide } from "./envelope.js";
import type { Era } from "./handshake.js";
import { HttpChannel, type HttpChannelOptions } from "./http-channel.js";
import type { OAuthOptions } from "./oauth/oauth-options.js";
import { OAuthSession } from "./oauth/oauth-session.js";
import { version } from "./own-version.js";
import { markFault } from "./param-headers.js";
import { redactor } from "./secret-text.js";
import { isHttpServer, type McpProxyOptions } from "./server-options.js";
import { SseChannel } from "./sse-channel.js";
import { StdioChannel } from "./stdio-channel.js";
import { Subscriptions } from "./subscriptions.js";
import { untilAborted } from "./until-aborted.js";
import { abandoned, toToolError } from "./wire-failure.js";

/** How long the verdict that an upstream is a legacy one is believed, so that an upgrade is noticed. */
const VERDICT_MS = 24 * 60 * 60 * 1_000;

/** The mildest first. */
const levels: readonly LogLevel[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** What an upstream is given. */
export interface UpstreamOptions {
  /** The server with every secret filled in. */
  readonly server: McpProxyOptions;
  readonly name: string;
  /** Names the source in the store; the same whatever its secrets are. */
  readonly source: string;
  readonly caller: Caller;
  readonly host: AdapterHost;
  /** How to log in, as the host wrote it. Absent where there is no login. */
  readonly oauth?: OAuthOptions;
  /** Has a token scrubbed from whatever leaves. */
  conceal(token: string): void;
  /** Takes the secrets out of what the server says before it is logged or quoted. */
  redact(text: string): string;
}

/** One upstream for one identity: its connection, its catalogue and what is subscribed to. */
export class Upstream {
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
  readonly #catalogue: Catalogue;
  readonly #options: UpstreamOptions;
  readonly #session: OAuthSession | undefined;
  readonly #tokens = new Set<string>();
  #logLevel: LogLevel | undefined;

  constructor(options: UpstreamOptions) {
    this.#options = options;
    const { server, name, source, caller, host } = options;
    this.#catalogue = new Catalogue({
      name,
      store: host.store,
      key: ["mcp-proxy", source, "catalogue", caller.workspace, caller.caller],
      maxAgeMs: server.cacheMs ?? 86_400_000,
      log: host.log,
      redact: (text) => this.#redact(text),
      changed: () => host.toolsChanged(caller),
    });
    const { startTimeoutMs = 60_000, idleMs = 900_000, lifetimeMs = Number.POSITIVE_INFINITY } = server;
    this.connection = new Connection({
      name,
      era: server.era ?? "auto",
      client: clientSide(server),
      limits: { startTimeoutMs, idleMs, lifetimeMs },
      channel: () => this.#channel(),
      knownEra: () => this.#knownEra(),
      opened: (link) => this.#opened(link),
      ended: (link) => this.subscriptions.ended(link),
      notified: (method, params) => this.#notified(method, params),
      answer: (method) =>
        method === "roots/list" && server.roots ? { roots: server.roots.map((uri) => ({ uri })) } : undefined,
    });
    this.subscriptions = new Subscriptions(this.connection, host.log);
    this.#session = this.#login();
  }

  request(request: ConnectionRequest): Promise<JsonObject> {
    return this.connection.request(request);
  }

  get health(): Health {
    const { health, isLive } = this.connection;
    if (!isLive || !this.#catalogue.isFirst) return health;
    return { status: "connecting", message: `"${this.#options.name}" has not listed its tools yet.` };
  }

  /** What is known without waiting for the upstream; undefined at the very first time. */
  known(): Promise<Snapshot | undefined> {
    return this.#catalogue.known();
  }

  /** The upstream's tools and abilities, stored ones while it is down. */
  async describe(signal: AbortSignal): Promise<Snapshot> {
    const known = await this.#catalogue.known();
    if (known && (this.#catalogue.isFresh || !this.connection.isLive)) return known;
    const held = await this.connection.hold(signal);
    try {
      const list = this.#refresh(held.link);
      return await untilAborted(list, signal, () => abandoned(signal, false, this.#options.name));
    } catch (error) {
      throw toToolError(error, this.#options.name);
    } finally {
      held.release();
    }
  }

  /** Asks again even where a list is at hand. */
  async describeAnew(signal: AbortSignal): Promise<readonly Tool[]> {
    this.#catalogue.expire();
    return (await this.describe(signal)).tools;
  }

  /**
   * Has an upstream of the legacy era send messages of this level and above. Several clients share the connection, so
   * the mildest level that any of them wants is the one that counts; in the newest revision each request says its own.
   */
  async setLogLevel(level: LogLevel, signal: AbortSignal): Promise<void> {
    if (this.#logLevel !== undefined && levels.indexOf(this.#logLevel) <= levels.indexOf(level)) return;
    const held = await this.connection.hold(signal);
    try {
      await this.#tellLogLevel(held.link, level, signal);
      this.#logLevel = level;
    } catch (error) {
      throw toToolError(error, this.#options.name);
    } finally {
      held.release();
    }
  }

  async close(): Promise<void> {
    this.subscriptions.close();
    await this.connection.close();
  }

  async #tellLogLevel({ agreement, peer }: Link, level: LogLevel, signal: AbortSignal): Promise<void> {
    if (agreement.era === "legacy") await peer.request("logging/setLevel", { level }, { signal });
  }

  #opened(link: Link): void {
    this.#remember(link);
    const level = this.#logLevel;
    // A server that refuses it now sends what it thinks best.
    if (level) this.#tellLogLevel(link, level, new AbortController().signal).catch(() => {});
    this.subscriptions.opened(link);
    this.#catalogue.expire();
    this.#refresh(link).catch((error: unknown) => {
      this.#options.host.log("warning", {
        source: this.#options.name,
        message: `Its tools could not be listed: ${error}`,
      });
    });
  }

  #refresh({ peer, agreement }: Link): Promise<Snapshot> {
    const { capabilities, instructions, server } = agreement;
    const about = { capabilities, ...(instructions !== undefined && { instructions }), ...(server && { server }) };
    // Whoever waits may give up; the others still want the list, and a link that breaks ends it.
    const signal = new AbortController().signal;
    const hasHeaders = agreement.era === "modern" && isHttpServer(this.#options.server);
    return this.#catalogue.refresh(about, async (cursor) => {
      const page = await peer.request("tools/list", cursor === undefined ? {} : { cursor }, { signal });
      return hasHeaders ? this.#withoutFaultyMarks(page) : page;
    });
  }

  #withoutFaultyMarks(page: JsonObject): JsonObject {
    const { name: source, host } = this.#options;
    const { tools } = page;
    if (!Array.isArray(tools)) return page;
    const sound = tools.filter((tool) => {
      const fault = isObject(tool) ? markFault(tool["inputSchema"]) : undefined;
      if (fault)
        host.log("warning", { source, message: `Tool "${(tool as JsonObject)["name"]}" is left out: ${fault}.` });
      return fault === undefined;
    });
    return { ...page, tools: sound };
  }

  #notified(method: string, params: JsonObject): void {
    const { caller, host, name } = this.#options;
    if (method === "notifications/tools/list_changed") {
      this.#catalogue.expire();
      host.toolsChanged(caller);
    } else if (method === "notifications/resources/updated" && typeof params["uri"] === "string") {
      this.subscriptions.updated(params["uri"]);
    } else if (method === "notifications/subscriptions/acknowledged") {
      this.subscriptions.acknowledged();
    } else if (method === "notifications/resources/list_changed") {
      host.notify?.({ kind: "resources" }, caller);
    } else if (method === "notifications/prompts/list_changed") {
      host.notify?.({ kind: "prompts" }, caller);
    } else if (method === "notifications/message") {
      const { level = "info", data = null, logger } = params;
      host.log("info", { source: name, level, data });
      const notice = { kind: "message", level: level as LogLevel, data } as const;
      host.notify?.(typeof logger === "string" ? { ...notice, logger } : notice, caller);
    }
  }

  /** Takes the secrets of the configuration and the tokens of logins out of a text. */
  #redact(text: string): string {
    return redactor(this.#tokens)(this.#options.redact(text));
  }

  #channel(): Channel {
    const { server, name, caller, host } = this.#options;
    const redact = (text: string) => this.#redact(text);
    if (!isHttpServer(server)) {
      return new StdioChannel({
        name,
        command: server.command,
        args: server.args ?? [],
        // Servers come by npx and uvx, which keep what they fetched in the user's home.
        environment: childEnvironment({ base: "user", inherit: server.inheritEnv, variables: server.env }),
        cwd: server.cwd,
        log: host.log,
        redact,
      });
    }
    const options: HttpChannelOptions = {
      name,
      redact,
      ...(this.#session && { authorized: (fetch) => this.#session?.authorized(fetch) ?? fetch }),
      url: new URL(server.url),
      headers: server.headers ?? {},
      network: host.network,
      caller,
    };
    return server.transport === "sse" ? new SseChannel(options) : new HttpChannel(options);
  }

  #login(): OAuthSession | undefined {
    const { server, name, caller, host, oauth, conceal } = this.#options;
    if (!oauth || !isHttpServer(server) || !server.oauth) return undefined;
    return new OAuthSession({
      name,
      owner: { workspace: caller.workspace, caller: caller.caller, serverUrl: server.url },
      caller,
      oauth: server.oauth,
      written: oauth,
      store: host.store,
      conceal: (token) => {
        this.#tokens.add(token);
        conceal(token);
      },
    });
  }

  async #knownEra(): Promise<Era | undefined> {
    const entry = await this.#options.host.store.get(this.#eraKey).catch(() => undefined);
    return entry?.value === "legacy" ? "legacy" : undefined;
  }

  #remember({ agreement }: Link): void {
    const { store } = this.#options.host;
    const kept =
      agreement.era === "legacy"
        ? store.set(this.#eraKey, "legacy", { expiresInMs: VERDICT_MS })
        : store.delete(this.#eraKey);
    kept.catch(() => {
      // Without the verdict the next start asks again.
    });
  }

  get #eraKey(): readonly string[] {
    return ["mcp-proxy", this.#options.source, "era"];
  }
}

function clientSide(server: McpProxyOptions): ClientSide {
  const { asks = ["elicitation", "sampling", "roots"], clientName = "agent-tools" } = server;
  const capabilities: JsonObject = {
    ...(asks.includes("elicitation") && { elicitation: { form: {}, url: {} } }),
    ...(asks.includes("sampling") && { sampling: {} }),
    ...(asks.includes("roots") && { roots: {} }),
  };
  return { info: { name: clientName, version }, capabilities };
}

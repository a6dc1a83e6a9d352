import { setTimeout as pause } from "node:timers/promises";
import type { Caller, Network } from "@agent-tools/contract";
import type { networkDispatcher } from "@agent-tools/network";
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Channel, ChannelEvents, SendOptions } from "./channel.js";
import { MODERN } from "./envelope.js";
import { type Answer, noAnswer, refusal } from "./http-failure.js";
import { RpcError, type RpcId, type RpcMessage } from "./json-rpc.js";
import { PlainExchange } from "./plain-exchange.js";
import { plainPost } from "./plain-post.js";
import { WireFailure } from "./wire-failure.js";

/** Where a Streamable HTTP server is, and with what it is asked. */
export interface HttpChannelOptions {
  readonly name: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  readonly caller: Caller;
  /** Takes the secrets out of what the server says. */
  redact(text: string): string;
  /** Gives a fetch the caller's login, where there is one to be had. */
  authorized?(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
}

/** The longest pause between two attempts to open the listening stream again, in milliseconds. */
const LONGEST_PAUSE_MS = 300_000;
/** How often a call's stream that broke is resumed, where the server numbers its events. */
const RESUME_ATTEMPTS = 3;
/** A stream that held this long was no failure. */
const HEALTHY_MS = 60_000;
/** How long a server may take to end a session at close. */
const FAREWELL_MS = 1_000;

/** The session that a request named is gone; the request was not run (MCP 2025-11-25, transports, session management). */
export class SessionExpired extends WireFailure {
  constructor(cause: unknown) {
    super("its session has expired", "none", { cause });
    this.name = "SessionExpired";
  }
}

/**
 * Streamable HTTP through the SDK's transport. Every request gets a transport object of its own on the one session, so
 * that whatever arrives on a request's stream is known to belong to it; `#base` greets, notifies and listens.
 */
export class HttpChannel implements Channel {
  readonly kind = "exchange";
  readonly #options: HttpChannelOptions;
  #events: ChannelEvents | undefined;
  #base: StreamableHTTPClientTransport | undefined;
  #Transport: typeof StreamableHTTPClientTransport | undefined;
  #dispatcher: ReturnType<typeof networkDispatcher> | undefined;
  /** How the requests that run, each with a stream of its own, are given up. */
  readonly #running = new Map<RpcId, () => void>();
  #post: typeof globalThis.fetch = () => this.#fetch("");
  #fetch: typeof globalThis.fetch = () => Promise.reject(new WireFailure("the connection is not open", "none"));
  /** Those of every request, as the web standard normalizes them; known from the agreement on. */
  #headers: Readonly<Record<string, string>> = {};
  #version: string | undefined;
  #quickEnds = 0;
  #isRedirected = false;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
  }

  async open(events: ChannelEvents): Promise<void> {
    this.#events = events;
    // Only who has an HTTP upstream pays for loading what it needs.
    const { networkDispatcher, networkFetch } = await import("@agent-tools/network");
    ({ StreamableHTTPClientTransport: this.#Transport } = await import("@modelcontextprotocol/client"));
    const { network, caller, authorized, url } = this.#options;
    const fetch = networkFetch(network, { caller });
    this.#dispatcher = networkDispatcher(network, { caller });
    const post = plainPost(this.#dispatcher, url, fetch);
    this.#post = authorized?.(post) ?? post;
    this.#fetch = authorized?.(fetch) ?? fetch;
    // The listening stream is worth any number of attempts; a call's is not.
    this.#base = this.#transport(this.#listeningFetch(), Number.POSITIVE_INFINITY);
    this.#base.onmessage = (message) => events.receive(message as RpcMessage);
    await this.#base.start();
  }

  async send(message: RpcMessage, options: SendOptions = {}): Promise<void> {
    const isExchange = message.id !== undefined && message.method !== undefined && message.method !== "initialize";
    if (isExchange) await this.#exchange(message, options);
    else await this.#deliver(this.#open, message, options);
  }

  drop(request: RpcId): void {
    this.#running.get(request)?.();
    this.#running.delete(request);
  }

  agree(version: string): void {
    this.#version = version;
    this.#headers = Object.fromEntries(new Headers(this.#options.headers));
    this.#open.setProtocolVersion(version);
  }

  async close(): Promise<void> {
    const base = this.#base;
    if (!base) return;
    this.#base = undefined;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FAREWELL_MS);
    });
    await Promise.race([base.terminateSession().catch(() => {}), patience]);
    clearTimeout(timer);
    await base.close();
    await this.#dispatcher?.destroy();
  }

  get #open(): StreamableHTTPClientTransport {
    if (!this.#base) throw new WireFailure("the connection is closed", "none");
    return this.#base;
  }

  async #exchange(message: RpcMessage, options: SendOptions): Promise<void> {
    if (await this.#exchangedPlainly(message, options)) return;
    const id = message.id as RpcId;
    const transport = this.#transport(this.#fetch, RESUME_ATTEMPTS, this.#open.sessionId);
    transport.onmessage = (received) => this.#events?.receive(received as RpcMessage, id);
    await transport.start();
    this.#running.set(id, () => void transport.close());
    await this.#deliver(transport, message, options);
  }

  /** In the legacy era, and where nothing redirects, a request needs nothing of the SDK, which costs more than all the rest. */
  async #exchangedPlainly(message: RpcMessage, { onSent }: SendOptions): Promise<boolean> {
    const id = message.id as RpcId;
    if (this.#version === undefined || this.#version >= MODERN || this.#isRedirected) return false;
    const { url } = this.#options;
    const { sessionId } = this.#open;
    const exchange = new PlainExchange({
      url,
      headers: Object.assign({}, this.#headers, {
        "mcp-protocol-version": this.#version,
        ...(sessionId !== undefined && { "mcp-session-id": sessionId }),
      }),
      post: this.#post,
      fetch: this.#fetch,
      checked: (response) => this.#checked(response, sessionId),
      receive: (received) => this.#events?.receive(received, id),
      lost: (cause) => this.#events?.lost(id, cause),
    });
    this.#running.set(id, () => exchange.drop());
    onSent?.();
    try {
      const isDone = await exchange.send(message);
      this.#isRedirected = !isDone;
      return isDone;
    } catch (error) {
      if (error instanceof WireFailure || error instanceof RpcError) throw error;
      throw new WireFailure(String(error), "unknown", { cause: error });
    }
  }

  async #deliver(transport: StreamableHTTPClientTransport, message: RpcMessage, options: SendOptions): Promise<void> {
    options.onSent?.();
    try {
      await transport.send(message as Parameters<typeof transport.send>[0], {
        ...(options.headers && { headers: options.headers }),
        ...(message.id !== undefined && {
          onRequestStreamEnd: () =>
            this.#events?.lost(message.id as string | number, new Error("its answer ended before the result")),
        }),
      });
    } catch (error) {
      if (error instanceof WireFailure || error instanceof RpcError) throw error;
      const isPage = error instanceof Error && "code" in error && error.code === "CLIENT_HTTP_UNEXPECTED_CONTENT";
      const words = isPage ? `what answers there is no MCP server (${error.message})` : String(error);
      throw new WireFailure(words, "unknown", { cause: error });
    }
  }

  #transport(fetch: typeof globalThis.fetch, maxRetries: number, sessionId?: string): StreamableHTTPClientTransport {
    const { url, headers } = this.#options;
    const Transport = this.#Transport as typeof StreamableHTTPClientTransport;
    return new Transport(url, {
      requestInit: { headers: { ...headers } },
      fetch: async (input, init) => {
        const response = await fetch(input, init).catch((error: unknown) => {
          if (init?.signal?.aborted) throw error;
          throw noAnswer(error);
        });
        return init?.method === "POST" ? this.#checked(response, sessionId) : response;
      },
      reconnectionOptions: {
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: LONGEST_PAUSE_MS,
        reconnectionDelayGrowFactor: 2,
        maxRetries,
      },
      ...(sessionId !== undefined && { sessionId }),
      ...(this.#version !== undefined && { protocolVersion: this.#version }),
    });
  }

  async #checked<R extends Answer>(response: R, sessionId: string | undefined): Promise<R> {
    if (response.status < 400) return response;
    const body = this.#options.redact(await response.text().catch(() => ""));
    // 404 is the specification's answer; some servers say 400 and mean it.
    const isExpired = response.status === 404 || (response.status === 400 && /session/i.test(body));
    if (sessionId !== undefined && isExpired)
      throw new SessionExpired(new Error(`HTTP ${response.status}. ${body.slice(0, 200)}`));
    throw refusal(this.#options.name, response, body);
  }

  /**
   * The fetch of the listening stream. A server that ends it at once again and again is left in peace for longer each
   * time, and one that no longer knows the session has ended this channel.
   */
  #listeningFetch(): typeof globalThis.fetch {
    let openedAt: number | undefined;
    return async (input, init) => {
      if (init?.method !== "GET") return this.#fetch(input, init);
      if (openedAt !== undefined) {
        this.#quickEnds = Date.now() - openedAt < HEALTHY_MS ? this.#quickEnds + 1 : 0;
        const ms = Math.min(500 * 2 ** this.#quickEnds, LONGEST_PAUSE_MS);
        await pause(ms, undefined, { ref: false, ...(init.signal && { signal: init.signal }) }).catch(() => {});
      }
      const response = await this.#fetch(input, init);
      if (response.ok) openedAt = Date.now();
      else if (response.status === 404 && openedAt !== undefined) {
        this.#events?.closed(new SessionExpired(new Error("HTTP 404 to the listening stream")));
      }
      return response;
    };
  }
}

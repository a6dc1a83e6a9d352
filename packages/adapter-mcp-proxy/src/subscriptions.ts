import { isObject, type JsonObject, type Log, ToolError } from "@agent-tools/contract";
import type { Connection, Link } from "./connection.js";

type Listener = (uri: string) => void;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Which capability's changes a modern server is asked to tell, under which name (MCP 2026-07-28, subscriptions/listen). */
const LISTS: readonly (readonly [capability: string, filter: string])[] = [
  ["tools", "toolsListChanged"],
  ["prompts", "promptsListChanged"],
  ["resources", "resourcesListChanged"],
];

/**
 * What an upstream tells without being called: changed lists and changed resources. Subscriptions keep the connection
 * up and survive it; after a break each listener is called once, since an update may have been missed.
 */
export class Subscriptions {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #listeners = new Map<string, Set<Listener>>();
  #listening: AbortController | undefined;
  #release: (() => void) | undefined;
  #link: Link | undefined;
  readonly #closed = new AbortController();

  constructor(connection: Connection, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  /** A link came up. */
  opened(link: Link): void {
    this.#link = link;
    void this.#apply(link);
  }

  /** The link went down. */
  ended(link: Link): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#listening?.abort();
    this.#release = undefined;
    if (this.#listeners.size > 0) void this.#reopen();
  }

  /** The upstream says that a resource has changed. */
  updated(uri: string): void {
    for (const listener of this.#listeners.get(uri) ?? []) listener(uri);
  }

  async subscribe(uri: string, listener: Listener, signal: AbortSignal): Promise<() => Promise<void>> {
    const held = await this.#connection.hold(signal);
    const isFirst = !this.#listeners.has(uri);
    const listeners = this.#listeners.get(uri) ?? new Set();
    this.#listeners.set(uri, listeners.add(listener));
    try {
      if (isFirst) await this.#subscribe(held.link, uri, signal);
      this.#keep(held.release);
    } catch (error) {
      this.#forget(uri, listener);
      held.release();
      throw error;
    }
    return async () => {
      if (!this.#forget(uri, listener)) return;
      const link = this.#link;
      if (link) await this.#unsubscribe(link, uri);
      if (this.#listeners.size === 0) this.#keep(undefined);
    };
  }

  close(): void {
    this.#closed.abort(new ToolError("closed", "The subscriptions are closed."));
    this.#listeners.clear();
    this.#listening?.abort();
    this.#keep(undefined);
  }

  #keep(release: (() => void) | undefined): void {
    this.#release?.();
    this.#release = release;
  }

  /** True where it was the last listener of the resource. */
  #forget(uri: string, listener: Listener): boolean {
    const listeners = this.#listeners.get(uri);
    if (!listeners?.delete(listener) || listeners.size > 0) return false;
    return this.#listeners.delete(uri);
  }

  async #subscribe(link: Link, uri: string, signal: AbortSignal): Promise<void> {
    if (link.agreement.era === "modern") await this.#listen(link);
    else await link.peer.request("resources/subscribe", { uri }, { signal });
  }

  async #unsubscribe(link: Link, uri: string): Promise<void> {
    if (link.agreement.era === "modern") await this.#listen(link);
    else await link.peer.request("resources/unsubscribe", { uri }, { signal: this.#closed.signal }).catch(() => {});
  }

  async #apply(link: Link): Promise<void> {
    if (link.agreement.era === "modern") return this.#listen(link);
    for (const uri of this.#listeners.keys()) await this.#subscribe(link, uri, this.#closed.signal).catch(() => {});
  }

  /** One listening request carries everything; a change of what is wanted replaces it. */
  async #listen(link: Link): Promise<void> {
    const old = this.#listening;
    const listening = new AbortController();
    this.#listening = listening;
    const { capabilities } = link.agreement;
    const notifications: Record<string, true | string[]> = {};
    for (const [capability, filter] of LISTS) {
      const offered = capabilities[capability];
      if (isObject(offered) && offered["listChanged"] === true) notifications[filter] = true;
    }
    if (this.#listeners.size > 0) notifications["resourceSubscriptions"] = [...this.#listeners.keys()];
    if (Object.keys(notifications).length > 0) void this.#stayTuned(link, { notifications }, listening.signal);
    old?.abort();
  }

  async #stayTuned(link: Link, params: JsonObject, signal: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted && this.#link === link && !link.peer.isClosed) {
      const startedAt = Date.now();
      const error = await link.peer.request("subscriptions/listen", params, { signal }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (signal.aborted || link.peer.isClosed) return;
      pause = Date.now() - startedAt > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      this.#log("debug", {
        message: `The stream of changes ended; opened again in ${pause} ms.`,
        cause: String(error),
      });
      await delay(pause, signal);
    }
  }

  async #reopen(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (this.#listeners.size > 0 && !this.#closed.signal.aborted && !this.#release) {
      try {
        const held = await this.#connection.hold(this.#closed.signal);
        this.#keep(held.release);
        for (const uri of this.#listeners.keys()) this.updated(uri);
      } catch (error) {
        const wait = (ToolError.is(error) ? error.retryAfterMs : undefined) ?? pause;
        await delay(wait, this.#closed.signal);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

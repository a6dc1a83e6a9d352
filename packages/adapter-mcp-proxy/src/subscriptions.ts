import { setTimeout } from "node:timers/promises";
import { isObject, type JsonObject, type Log, ToolError } from "@agent-tools/contract";
import type { Connection } from "./connection.js";
import type { Link } from "./connection-options.js";
import { untilAborted } from "./until-aborted.js";

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
  #acknowledge: () => void = () => {};
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
    void this.#resume(link);
  }

  /** The link went out of use. */
  ended(link: Link): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#listening?.abort();
    this.#keep(undefined);
    if (this.#listeners.size > 0) void this.#reopen();
  }

  /** The upstream says that a resource has changed. */
  updated(uri: string): void {
    for (const listener of this.#listeners.get(uri) ?? []) listener(uri);
  }

  /** The upstream says that it tells from now on (MCP 2026-07-28). */
  acknowledged(): void {
    this.#acknowledge();
  }

  /** Resolves when the upstream tells; with how to end it. */
  async subscribe(uri: string, listener: Listener, signal: AbortSignal): Promise<() => Promise<void>> {
    const held = await this.#connection.hold(signal);
    const listeners = this.#listeners.get(uri) ?? new Set();
    const isFirst = listeners.size === 0;
    this.#listeners.set(uri, listeners.add(listener));
    try {
      if (isFirst) await this.#request(held.link, "resources/subscribe", uri, signal);
      this.#keep(held.release);
    } catch (error) {
      this.#forget(uri, listener);
      held.release();
      throw error;
    }
    return async () => {
      if (!this.#forget(uri, listener)) return;
      const link = this.#link;
      // A server that is gone tells nothing any more.
      if (link) await this.#request(link, "resources/unsubscribe", uri, this.#closed.signal).catch(() => {});
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
    const old = this.#release;
    this.#release = release;
    old?.();
  }

  /** True where it was the last listener of the resource. */
  #forget(uri: string, listener: Listener): boolean {
    const listeners = this.#listeners.get(uri);
    if (!listeners?.delete(listener) || listeners.size > 0) return false;
    return this.#listeners.delete(uri);
  }

  /** The legacy era counts resources one by one; in the modern one a new listening request replaces the old one. */
  async #request(link: Link, method: string, uri: string, signal: AbortSignal): Promise<void> {
    if (link.agreement.era === "modern") await this.#listen(link, signal);
    else await link.peer.request(method, { uri }, { signal });
  }

  async #resume(link: Link): Promise<void> {
    const uris = [...this.#listeners.keys()];
    const isModern = link.agreement.era === "modern";
    const again = isModern
      ? [this.#listen(link, this.#closed.signal)]
      : uris.map((uri) => this.#request(link, "resources/subscribe", uri, this.#closed.signal));
    for (const { status } of await Promise.allSettled(again)) {
      if (status === "rejected")
        this.#log("warning", { message: "The upstream does not tell about changes any more." });
    }
    for (const uri of uris) this.updated(uri);
  }

  /** Resolves when the upstream listens to what is wanted now; at once where nothing is. */
  async #listen(link: Link, signal: AbortSignal): Promise<void> {
    const old = this.#listening;
    const listening = new AbortController();
    this.#listening = listening;
    const notifications = this.#wanted(link);
    if (Object.keys(notifications).length > 0) {
      const acknowledged = new Promise<void>((resolve) => {
        this.#acknowledge = resolve;
      });
      const first = link.peer.request("subscriptions/listen", { notifications }, { signal: listening.signal });
      const isRefused = await untilAborted(Promise.race([acknowledged, first]), signal, () => signal.reason).then(
        () => false,
        () => true,
      );
      if (isRefused) throw new ToolError("unsupported", "The upstream does not tell about changes.");
      void this.#stayTuned(link, first, { notifications }, listening.signal);
    }
    old?.abort();
  }

  #wanted({ agreement }: Link): Record<string, true | string[]> {
    const notifications: Record<string, true | string[]> = {};
    for (const [capability, filter] of LISTS) {
      const offered = agreement.capabilities[capability];
      if (isObject(offered) && offered["listChanged"] === true) notifications[filter] = true;
    }
    if (this.#listeners.size > 0) notifications["resourceSubscriptions"] = [...this.#listeners.keys()];
    return notifications;
  }

  /** A stream of changes that ends is opened again, later each time that it does not hold. */
  async #stayTuned(link: Link, first: Promise<unknown>, params: JsonObject, signal: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let running = first; ; running = link.peer.request("subscriptions/listen", params, { signal })) {
      const startedAt = Date.now();
      await running.catch(() => {});
      if (Date.now() - startedAt > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS;
      if (signal.aborted || link.peer.isClosed) return;
      await delay(pause, signal);
      if (signal.aborted || link.peer.isClosed) return;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  async #reopen(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (this.#listeners.size > 0 && !this.#closed.signal.aborted && !this.#release) {
      try {
        this.#keep((await this.#connection.hold(this.#closed.signal)).release);
      } catch (error) {
        await delay((ToolError.is(error) ? error.retryAfterMs : undefined) ?? pause, this.#closed.signal);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
}

import { isObject, type JsonObject, type Log, type Store, type StoreKey, type Tool } from "@agent-tools/contract";
import { allPages, type FetchPage } from "./pages.js";

/** What an upstream says about itself when it is greeted. */
export interface About {
  readonly capabilities: JsonObject;
  readonly instructions?: string;
  /** MCP `Implementation`. */
  readonly server?: JsonObject;
}

/** What is known about an upstream without asking it. */
export interface Snapshot extends About {
  readonly tools: readonly Tool[];
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
}

/** What a catalogue is given. */
export interface CatalogueOptions {
  readonly name: string;
  readonly store: Store;
  readonly key: StoreKey;
  /** How long a stored list may stand in for the upstream's own, in milliseconds. */
  readonly maxAgeMs: number;
  readonly log: Log;
  /** Takes the secrets out of what the upstream says about itself, before it is remembered on the disk. */
  redact(text: string): string;
  /** The list is another one than before. */
  changed(): void;
}

/**
 * The tools of one upstream for one identity: fetched once per link, remembered in the store, so that they can be
 * listed and searched before the upstream is up.
 */
export class Catalogue {
  readonly #options: CatalogueOptions;
  #snapshot: Snapshot | undefined;
  #isFresh = false;
  #generation = 0;
  #fetching: Promise<Snapshot> | undefined;
  #loading: Promise<void> | undefined;

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /** What is known now, from the store at the first time; undefined where that is nothing, or too old. */
  async known(): Promise<Snapshot | undefined> {
    this.#loading ??= this.#load();
    await this.#loading;
    const age = Date.now() - (this.#snapshot?.at ?? 0);
    return age <= this.#options.maxAgeMs ? this.#snapshot : undefined;
  }

  /** True while the very first list is on its way. */
  get isFirst(): boolean {
    return this.#snapshot === undefined && this.#fetching !== undefined;
  }

  /** True where the upstream itself gave the list and has not taken it back. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** The next `refresh` asks the upstream. */
  expire(): void {
    this.#generation += 1;
    this.#isFresh = false;
    this.#fetching = undefined;
  }

  /** The upstream's own list: every page, once however many ask. */
  refresh(about: About, fetchPage: FetchPage): Promise<Snapshot> {
    if (this.#fetching) return this.#fetching;
    const fetching = this.#fetch(about, fetchPage).finally(() => {
      if (this.#fetching === fetching) this.#fetching = undefined;
    });
    this.#fetching = fetching;
    return fetching;
  }

  async #fetch(about: About, fetchPage: FetchPage): Promise<Snapshot> {
    const { name, log } = this.#options;
    const generation = this.#generation;
    const before = await this.known();
    const hasTools = isObject(about.capabilities["tools"]);
    const tools = hasTools ? ((await allPages("tools", name, fetchPage, log)) as unknown as Tool[]) : [];
    const snapshot = redacted({ ...about, tools, at: Date.now() }, (text) => this.#options.redact(text)) as Snapshot;
    if (generation !== this.#generation) return snapshot;
    this.#snapshot = snapshot;
    this.#isFresh = true;
    await this.#remember(snapshot);
    if (before && JSON.stringify({ ...before, at: 0 }) !== JSON.stringify({ ...snapshot, at: 0 }))
      this.#options.changed();
    return snapshot;
  }

  async #load(): Promise<void> {
    const { store, key, log } = this.#options;
    try {
      const value = (await store.get(key))?.value;
      if (isObject(value) && Array.isArray(value["tools"])) this.#snapshot ??= value as unknown as Snapshot;
    } catch (error) {
      log("warning", { message: `The stored tools of "${this.#options.name}" could not be read: ${String(error)}` });
    }
  }

  async #remember(snapshot: Snapshot): Promise<void> {
    const { store, key, maxAgeMs, log } = this.#options;
    try {
      await store.set(key, snapshot as unknown as JsonObject, { expiresInMs: maxAgeMs });
    } catch (error) {
      log("warning", { message: `The tools of "${this.#options.name}" could not be stored: ${String(error)}` });
    }
  }
}

/** A JSON value with every text in it, keys included, redacted. */
function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [redact(key), redacted(held, redact)]));
}

import type { Json } from "./json.js";

/** A key: a path of segments, never a joined string, so that no segment can imitate another path. */
export type StoreKey = readonly string[];

/** A stored value and the version that a conditional write names. */
export interface StoreEntry {
  readonly key: StoreKey;
  readonly value: Json;
  readonly version: string;
}

/** How to write. */
export interface StoreWrite {
  /** The entry is gone after this many milliseconds. */
  readonly expiresInMs?: number;
  /** Write only if the entry still has this version; `null`: only if there is none. */
  readonly ifVersion?: string | null;
}

/**
 * Where state lives that outlives a call: approvals, records, tokens. Every write is atomic; a value is stored as it
 * was when it was given.
 */
export interface Store {
  get(key: StoreKey): Promise<StoreEntry | undefined>;
  /** The new version, or undefined where `ifVersion` did not hold and nothing was written. */
  set(key: StoreKey, value: Json, write?: StoreWrite): Promise<string | undefined>;
  /** True where an entry was removed. */
  delete(key: StoreKey, ifVersion?: string): Promise<boolean>;
  /** The entries whose keys begin with these segments, in the order of their keys (segment by segment, by UTF-16 code unit). */
  list(
    prefix: StoreKey,
    options?: { readonly after?: StoreKey; readonly limit?: number },
  ): Promise<readonly StoreEntry[]>;
  close?(): Promise<void>;
}

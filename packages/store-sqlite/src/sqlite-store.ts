import type { Json, Store, StoreEntry, StoreKey, StoreWrite } from "@agent-tools/contract";
import { ToolError } from "@agent-tools/contract";
import { type Database, openDatabase, type SqliteDriver } from "./database.js";
import { endOfPrefix, keyBytes, keyOf } from "./key-bytes.js";
import { prepareFile } from "./prepare-file.js";

/** Where the store is, and how careful it is. */
export interface SqliteStoreOptions {
  /** The file; it, and folders that it needs, are made where they are not there, for their owner only. Beside it stand `-wal` and `-shm`. */
  readonly file: string;
  /**
   * `full`: what was written is there after a power cut. `normal`: many times faster; a killed process loses nothing, and a
   * power cut may take the last writes. Default `full`.
   */
  readonly synchronous?: "full" | "normal";
  /** Milliseconds to wait while another process writes; then the operation throws. Nothing else of this process runs meanwhile. Default 5,000. */
  readonly busyMs?: number;
  /** Default: `better-sqlite3` where it loads, else `node:sqlite` where this Node has it. The file is the same. */
  readonly driver?: SqliteDriver;
}

interface Row {
  readonly key: Uint8Array;
  readonly value: string;
  readonly version: number;
}

/** Expired entries are deleted after this many writes. */
const WRITES_UNTIL_SWEEP = 500;

/**
 * A Store in one SQLite file (WAL): what `set` and `delete` have answered survives a kill of the process. Several processes of
 * one machine may have the file open at once; every write is atomic among them all. Not for a network file system.
 * Throws `invalid_configuration` where the file cannot be opened, or belongs to something else. Close it.
 */
export function sqliteStore(options: SqliteStoreOptions): Store & { close(): Promise<void> } {
  const { file, synchronous = "full", busyMs = 5_000 } = options;
  const database = openDatabase(file, options.driver);
  try {
    prepareFile(database, { file, synchronous, busyMs });
    return entriesOf(database, file);
  } catch (error) {
    database.close();
    if (ToolError.is(error)) throw error;
    // Its layout is ours by number, and its tables are not.
    throw new ToolError("invalid_configuration", `The store "${file}" cannot be used: ${(error as Error).message}.`, {
      hint: "Give a file of its own to the store, or take it from a backup.",
      cause: error,
    });
  }
}

function entriesOf(database: Database, file: string): Store & { close(): Promise<void> } {
  const find = database.prepare(
    "SELECT key, value, version FROM entries WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)",
  );
  const put = database.prepare("INSERT OR REPLACE INTO entries (key, value, version, expires_at) VALUES (?, ?, ?, ?)");
  const nextVersion = database.prepare("UPDATE versions SET last = last + 1 RETURNING last");
  const remove = database.prepare("DELETE FROM entries WHERE key = ?");
  const sweep = database.prepare("DELETE FROM entries WHERE expires_at <= ?");
  const columns = "SELECT key, value, version FROM entries WHERE (expires_at IS NULL OR expires_at > ?) AND key >= ?";
  const page = database.prepare(`${columns} ORDER BY key LIMIT ?`);
  const pageBefore = database.prepare(`${columns} AND key < ? ORDER BY key LIMIT ?`);
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  let writes = 0;
  let isClosed = false;

  const guarded = <T>(work: () => T): T => {
    if (isClosed) throw new ToolError("closed", `The store "${file}" is closed.`);
    try {
      return work();
    } catch (error) {
      throw new ToolError("internal", `The store "${file}" failed: ${(error as Error).message}.`, { cause: error });
    }
  };
  /** All of it or nothing, with no other writer in between. */
  const atomically = <T>(work: () => T): T =>
    guarded(() => {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        if (database.isTransaction ?? database.inTransaction) rollback.run();
        throw error;
      }
    });
  const versionOf = (bytes: Buffer): string | null => {
    const row = find.get(bytes, Date.now()) as Row | undefined;
    return row === undefined ? null : String(row.version);
  };

  return {
    async get(key) {
      return guarded(() => {
        const row = find.get(keyBytes(key), Date.now()) as Row | undefined;
        return row && entryOf(row);
      });
    },
    async set(key: StoreKey, value: Json, { ifVersion, expiresInMs }: StoreWrite = {}) {
      const bytes = keyBytes(key);
      const text = JSON.stringify(value);
      return atomically(() => {
        if (ifVersion !== undefined && versionOf(bytes) !== ifVersion) return undefined;
        const { last } = nextVersion.get() as { last: number };
        put.run(bytes, text, last, expiresInMs === undefined ? null : Date.now() + expiresInMs);
        if (writes++ % WRITES_UNTIL_SWEEP === 0) sweep.run(Date.now());
        return String(last);
      });
    },
    async delete(key, ifVersion) {
      const bytes = keyBytes(key);
      return atomically(() => {
        const version = versionOf(bytes);
        if (version === null || (ifVersion !== undefined && version !== ifVersion)) return false;
        remove.run(bytes);
        return true;
      });
    },
    async list(prefix, { after, limit = -1 } = {}) {
      const begins = keyBytes(prefix);
      const end = endOfPrefix(begins);
      // One byte more than a key is after it, and before every key that goes on from it.
      const past = after === undefined ? begins : Buffer.concat([keyBytes(after), Buffer.alloc(1)]);
      const start = Buffer.compare(past, begins) > 0 ? past : begins;
      return guarded(() => {
        const rows = end ? pageBefore.all(Date.now(), start, end, limit) : page.all(Date.now(), start, limit);
        return (rows as Row[]).map(entryOf);
      });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      database.close();
    },
  };
}

function entryOf({ key, value, version }: Row): StoreEntry {
  return { key: keyOf(key), value: jsonOf(value), version: String(version) };
}

/** What the parser says would quote the value, which may be anybody's. */
function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Error("an entry is damaged and holds no JSON");
  }
}

import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, Store, StoreEntry, StoreKey } from "@agent-tools/contract";

/** A store for showing: each version of an entry is a file, which a link makes at once and only once. It never shrinks. */
export function fileStore(folder: string): Store {
  const folderOf = (key: StoreKey) => join(folder, encodeURIComponent(JSON.stringify(key)));
  const last = (key: StoreKey): number => {
    mkdirSync(folderOf(key), { recursive: true });
    return Math.max(0, ...readdirSync(folderOf(key)).map(Number).filter(Number.isInteger));
  };
  const read = (key: StoreKey): StoreEntry | undefined => {
    const version = String(last(key));
    if (version === "0") return undefined;
    const { value } = JSON.parse(readFileSync(join(folderOf(key), version), "utf8")) as { value?: Json };
    return value === undefined ? undefined : { key, value, version };
  };
  /** The version after the one that was looked at; undefined where another was faster, or it is not the one expected. */
  const write = (key: StoreKey, value: Json | undefined, ifVersion: string | null | undefined): string | undefined => {
    for (;;) {
      const next = String(last(key) + 1);
      if (ifVersion !== undefined && (read(key)?.version ?? null) !== ifVersion) return undefined;
      const draft = join(folderOf(key), `draft-${randomUUID()}`);
      writeFileSync(draft, JSON.stringify({ value }));
      try {
        linkSync(draft, join(folderOf(key), next));
        return next;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      } finally {
        unlinkSync(draft);
      }
    }
  };
  return {
    get: async (key) => read(key),
    set: async (key, value, { ifVersion } = {}) => write(key, value, ifVersion),
    async delete(key, ifVersion) {
      const version = ifVersion ?? read(key)?.version;
      return version !== undefined && write(key, undefined, version) !== undefined;
    },
    async list(prefix) {
      const keys = readdirSync(folder).map((name) => JSON.parse(decodeURIComponent(name)) as StoreKey);
      return keys
        .filter((key) => prefix.every((segment, index) => key[index] === segment))
        .flatMap((key) => read(key) ?? []);
    },
  };
}

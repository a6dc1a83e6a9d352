import { memoryStore, type Store, type StoreEntry } from "@agent-tools/contract";

type Change = (healthy: Store) => Partial<Store>;

/** For each rule a store that breaks it and no other. */
export const storeMutants: Readonly<Record<string, Change>> = {
  "starts-empty": (healthy) => ({
    delete: async (key, version) => (await healthy.delete(key, version)) || key[0] === "absent",
  }),
  "values-kept": (healthy) => ({
    async get(key) {
      const entry = await healthy.get(key);
      return entry?.value === null ? undefined : entry;
    },
  }),
  "large-kept": (healthy) => ({
    set: (key, value, write) =>
      healthy.set(key, typeof value === "string" && value.length > 65_536 ? value.slice(0, 65_536) : value, write),
  }),
  "values-copied": (healthy) => {
    const live = new Map<string, StoreEntry["value"]>();
    const withLive = (entry: StoreEntry): StoreEntry => {
      const id = `${entry.key.join("/")}@${entry.version}`;
      if (!live.has(id)) live.set(id, entry.value);
      return { ...entry, value: live.get(id) as StoreEntry["value"] };
    };
    return {
      async get(key) {
        const entry = await healthy.get(key);
        return entry && withLive(entry);
      },
      list: async (prefix, options) => (await healthy.list(prefix, options)).map(withLive),
    };
  },
  "keys-apart": (healthy) => {
    const normal = (key: readonly string[]) => key.map((segment) => segment.normalize("NFC"));
    return {
      get: (key) => healthy.get(normal(key)),
      set: (key, value, write) => healthy.set(normal(key), value, write),
      delete: (key, version) => healthy.delete(normal(key), version),
    };
  },
  "versions-new": (healthy) => {
    const counts = new Map<string, string>();
    const given = async (key: readonly string[], real: string | undefined) => {
      if (key[0] !== "versioned" || real === undefined) return real;
      const next = String(Number(counts.get("versioned") ?? 0) + 1);
      counts.set("versioned", next);
      return next;
    };
    return {
      set: async (key, value, write) => given(key, await healthy.set(key, value, write)),
      async delete(key, version) {
        counts.delete("versioned");
        return healthy.delete(key, version);
      },
    };
  },
  "set-if-version": (healthy) => ({
    set: (key, value, write) => healthy.set(key, value, key[0] === "conditional" && value === 4 ? undefined : write),
  }),
  "set-if-absent": (healthy) => ({
    set: (key, value, write) => healthy.set(key, value, key[0] === "only-once" ? undefined : write),
  }),
  "writes-atomic": (healthy) => ({
    async set(key, value, write = {}) {
      const { ifVersion, ...rest } = write;
      if (ifVersion === undefined || key[0] !== "race") return healthy.set(key, value, write);
      const entry = await healthy.get(key);
      return (entry?.version ?? null) === ifVersion ? healthy.set(key, value, rest) : undefined;
    },
  }),
  "delete-told": (healthy) => ({
    async delete(key, version) {
      for (const { key: below } of await healthy.list(key)) if (below.length > key.length) await healthy.delete(below);
      return healthy.delete(key, version);
    },
  }),
  "delete-if-version": (healthy) => ({
    async delete(key, version) {
      const entry = await healthy.get(key);
      if (entry === undefined || (version !== undefined && entry.version !== version)) return false;
      await healthy.delete(key);
      return true;
    },
  }),
  "list-below": (healthy) => ({
    async list(prefix, options) {
      const all = await healthy.list([], options);
      return all.filter(({ key }) => key.join("/").startsWith(prefix.join("/")));
    },
  }),
  "list-ordered": (healthy) => ({
    async list(prefix, options) {
      const entries = await healthy.list(prefix, options);
      return [...entries].sort((a, b) => Buffer.compare(Buffer.from(a.key.join("\0")), Buffer.from(b.key.join("\0"))));
    },
  }),
  "list-paged": (healthy) => ({
    async list(prefix, { after, limit } = {}) {
      const entries = await healthy.list(prefix);
      const from = after ? entries.findIndex(({ key }) => JSON.stringify(key) === JSON.stringify(after)) + 1 : 0;
      return entries.slice(from, limit === undefined ? undefined : from + limit);
    },
  }),
  "expiry-kept": (healthy) => {
    const brief: StoreEntry[] = [];
    return {
      async set(key, value, write) {
        const version = await healthy.set(key, value, write);
        if (write?.expiresInMs && version) brief.push({ key, value, version });
        return version;
      },
      list: async (prefix, options) => [...(await healthy.list(prefix, options)), ...brief],
    };
  },
  "expiry-not-early": (healthy) => ({
    // A timer of Node takes 31 bits of milliseconds; more is over at once.
    set: (key, value, write = {}) =>
      healthy.set(key, value, (write.expiresInMs ?? 0) > 2 ** 31 - 1 ? { ...write, expiresInMs: 1 } : write),
  }),
};

/** A store in memory, changed to break one rule. */
export function storeMutant(rule: string): Store {
  const healthy = memoryStore();
  return { ...healthy, ...storeMutants[rule]?.(healthy) };
}

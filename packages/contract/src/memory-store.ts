import type { Json } from "./json.js";
import type { Store, StoreEntry, StoreKey, StoreWrite } from "./store.js";

interface Held extends StoreEntry {
  readonly expiresAt: number;
}

/** A Store in this process's memory: gone when the process ends. */
export function memoryStore(): Store {
  const entries = new Map<string, Held>();
  let version = 0;

  const alive = (key: StoreKey): Held | undefined => {
    const id = JSON.stringify(key);
    const held = entries.get(id);
    if (held === undefined || held.expiresAt > Date.now()) return held;
    entries.delete(id);
    return undefined;
  };
  const plain = ({ key, value, version }: Held): StoreEntry => ({ key, value: structuredClone(value), version });

  return {
    async get(key) {
      const held = alive(key);
      return held && plain(held);
    },
    async set(key: StoreKey, value: Json, write: StoreWrite = {}) {
      const held = alive(key);
      if (write.ifVersion !== undefined && write.ifVersion !== (held?.version ?? null)) return undefined;
      version += 1;
      entries.set(JSON.stringify(key), {
        key: [...key],
        value: structuredClone(value),
        version: String(version),
        expiresAt: write.expiresInMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + write.expiresInMs,
      });
      return String(version);
    },
    async delete(key, ifVersion) {
      const held = alive(key);
      if (held === undefined || (ifVersion !== undefined && ifVersion !== held.version)) return false;
      return entries.delete(JSON.stringify(key));
    },
    async list(prefix, options = {}) {
      const found = [...entries.values()]
        .filter((held) => alive(held.key) === held && prefix.every((segment, index) => held.key[index] === segment))
        .filter((held) => options.after === undefined || compareKeys(held.key, options.after) > 0)
        .sort((a, b) => compareKeys(a.key, b.key));
      return found.slice(0, options.limit ?? found.length).map(plain);
    },
  };
}

/** The order of keys: segment by segment, by UTF-16 code unit; a prefix comes before what it begins. */
export function compareKeys(a: StoreKey, b: StoreKey): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const left = a[index] as string;
    const right = b[index] as string;
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

import { setTimeout } from "node:timers/promises";
import { isObject, type Json, type Store, type StoreKey } from "@agent-tools/contract";
import type { Failing, HealthLog, HealthSubject } from "@agent-tools/runtime";

/** Where health is, and how long it is remembered. */
export interface StoreHealthOptions {
  readonly store: Store;
  /** How long a failure is remembered that nothing has followed, in milliseconds. Default 7 days. */
  readonly keepMs?: number;
  /** What changes within so many milliseconds is written at once, and of each subject the last alone. Default 250. */
  readonly writeMs?: number;
}

/** What fails, in a store. */
export interface StoreHealth extends HealthLog {
  flush(): Promise<void>;
}

const ROOT = "health";
const WEEK_MS = 7 * 24 * 3_600_000;
/** Subjects that are read, and that wait to be written. */
const MOST = 1_000;

/**
 * Keeps in the store which plugins and tools fail, behind the calls: no call waits for it, and of what the store does not take
 * the next failure is written again.
 */
export function storeHealth({ store, keepMs = WEEK_MS, writeMs = 250 }: StoreHealthOptions): StoreHealth {
  const waiting = new Map<string, { readonly key: StoreKey; readonly failing?: Failing }>();
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    do {
      await setTimeout(writeMs);
      const due = [...waiting.values()];
      waiting.clear();
      for (const { key, failing } of due) {
        try {
          if (failing) await store.set(key, failing as unknown as Json, { expiresInMs: keepMs });
          else await store.delete(key);
        } catch {
          // It is known in this process, and calls do not depend on it.
        }
      }
    } while (waiting.size > 0);
    writing = undefined;
  };
  const keep = (subject: HealthSubject, failing?: Failing) => {
    const { plugin, tool, view } = subject;
    const key = [ROOT, plugin, view, ...(tool === undefined ? [] : [tool])];
    const id = JSON.stringify(key);
    if (waiting.size >= MOST && !waiting.has(id)) return;
    waiting.set(id, { key, ...(failing && { failing }) });
    writing ??= write();
  };

  return {
    async read() {
      const kept = await store.list([ROOT], { limit: MOST });
      return kept.map(({ value }) => value).filter(isFailing);
    },
    failed: (failing) => keep(failing, failing),
    recovered: (subject) => keep(subject),
    async flush() {
      await writing;
    },
  };
}

/** What another version has kept in another form is passed over. */
function isFailing(value: unknown): value is Json & Failing {
  if (!isObject(value)) return false;
  const { plugin, view, code, failures, at } = value;
  const isText = [plugin, view, code].every((each) => typeof each === "string");
  return isText && typeof failures === "number" && typeof at === "number";
}

import { setTimeout as pause } from "node:timers/promises";
import { type Store, type StoreKey, ToolError } from "@agent-tools/contract";

/** A holder that died is waited for no longer than that. */
const HELD_MS = 60_000;
/** A holder that lives has to be done before the next one takes it for dead. */
const WORK_MS = 50_000;
const PAUSE_MS = 50;

/**
 * Runs one piece of work at a time under this key, among all the processes that share the store. The work has until its
 * signal: 50 seconds.
 */
export async function withStoreLock<T>(
  store: Store,
  key: StoreKey,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const until = Date.now() + HELD_MS + 10_000;
  let version: string | undefined;
  for (;;) {
    version = await store.set(key, true, { ifVersion: null, expiresInMs: HELD_MS });
    if (version !== undefined) break;
    if (Date.now() > until) {
      throw new ToolError("upstream_unavailable", "Another process has been logging in for more than a minute.");
    }
    await pause(PAUSE_MS * (1 + Math.random()));
  }
  try {
    return await work(AbortSignal.timeout(WORK_MS));
  } finally {
    await store.delete(key, version);
  }
}

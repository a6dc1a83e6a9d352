import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";

/** A timer, socket, server or child process: what can keep a process from ending. */
interface Holder {
  readonly type: string;
  readonly resource: { hasRef(): boolean };
}

/**
 * Runs the work and answers what it began that still keeps the process alive after so many milliseconds, by Node's names
 * (`Timeout`, `TCPSOCKETWRAP`, `PROCESSWRAP`, …). What others began at the same time does not count.
 */
export async function keptAlive(work: () => Promise<void>, patienceMs: number): Promise<readonly string[]> {
  const inside = new AsyncLocalStorage<true>();
  const holders = new Map<number, Holder>();
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (inside.getStore() && isHolder(resource)) holders.set(id, { type, resource });
    },
    destroy: (id) => holders.delete(id),
  }).enable();
  const left = () => [...holders.values()].filter(({ resource }) => resource.hasRef()).map(({ type }) => type);
  try {
    await inside.run(true, work);
    const until = Date.now() + patienceMs;
    while (left().length > 0 && Date.now() < until) await delay(10);
    return left();
  } finally {
    hook.disable();
  }
}

function isHolder(resource: object): resource is Holder["resource"] {
  return "hasRef" in resource && typeof resource.hasRef === "function";
}

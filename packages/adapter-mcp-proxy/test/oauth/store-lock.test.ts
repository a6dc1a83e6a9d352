import { memoryStore, type StoreWrite } from "@agent-tools/contract";
import { afterEach, expect, test, vi } from "vitest";
import { withStoreLock } from "../../src/oauth/store-lock.js";

afterEach(() => vi.restoreAllMocks());

test("one piece of work at a time runs under a key", async () => {
  const store = memoryStore();
  let running = 0;
  const most = await Promise.all(
    [1, 2, 3].map(() =>
      withStoreLock(store, ["lock"], async () => {
        running += 1;
        const seen = running;
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return seen;
      }),
    ),
  );
  expect(most).toEqual([1, 1, 1]);
  expect(await store.get(["lock"])).toBeUndefined();
});

test("the work has to be done before the lock is anybody's", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const store = memoryStore();
  const writes: StoreWrite[] = [];
  const watched = {
    ...store,
    set: (...[key, value, write]: Parameters<typeof store.set>) => {
      writes.push(write ?? {});
      return store.set(key, value, write);
    },
  };
  const given = await withStoreLock(watched, ["lock"], async (signal) => signal);
  expect(timeout.mock.results.map(({ value }) => value)).toEqual([given]);
  expect(timeout.mock.calls[0]?.[0]).toBeLessThan(writes[0]?.expiresInMs ?? 0);
});

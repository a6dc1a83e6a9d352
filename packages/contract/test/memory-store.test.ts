import { afterEach, describe, expect, test, vi } from "vitest";
import { compareKeys, memoryStore } from "../src/index.js";

afterEach(() => {
  vi.useRealTimers();
});

// What holds for every store is proved by the store suite of @agent-tools/testing.
describe("memoryStore", () => {
  test("an entry is gone at the millisecond it expires, for every way to look", async () => {
    vi.useFakeTimers({ now: 1_000 });
    const store = memoryStore();
    await store.set(["session"], "open", { expiresInMs: 500 });
    vi.setSystemTime(1_499);
    expect(await store.get(["session"])).toMatchObject({ value: "open" });
    vi.setSystemTime(1_500);
    expect(await store.list([])).toEqual([]);
    expect(await store.get(["session"])).toBeUndefined();
    expect(await store.delete(["session"])).toBe(false);
    expect(await store.set(["session"], "new", { ifVersion: null })).toBeDefined();
  });

  test("two stores share nothing", async () => {
    const [one, other] = [memoryStore(), memoryStore()];
    await one.set(["key"], 1);
    expect(await other.get(["key"])).toBeUndefined();
  });
});

describe("compareKeys", () => {
  test("goes segment by segment, by UTF-16 code unit, a prefix first", () => {
    const ordered = [[], ["A"], ["a"], ["a", ""], ["a", "b"], ["a", "b", "c"], ["a!"], ["ab"], ["😀"], ["\uFFFD"]];
    expect([...ordered].reverse().sort(compareKeys)).toEqual(ordered);
    expect(compareKeys(["a", "b"], ["a", "b"])).toBe(0);
  });
});

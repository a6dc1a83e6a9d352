import { localCaller, memoryStore, type Store } from "@agent-tools/contract";
import { createRuntime, type Failing } from "@agent-tools/runtime";
import { expect, test, vi } from "vitest";
import { storeHealth } from "../../src/index.js";
import { look, shop } from "./shop.js";

const me = localCaller();
const failing: Failing = {
  ...{ plugin: "shop", tool: "look", view: "house", code: "timeout" },
  ...{ failures: 1, at: Date.now() },
};

test("no call waits for the store, and one that hangs or refuses does no harm", async () => {
  const hanging: Store = { ...memoryStore(), set: () => new Promise(() => {}) };
  const refusing: Store = { ...memoryStore(), set: () => Promise.reject(new Error("the disk is full")) };
  for (const store of [hanging, refusing]) {
    const runtime = await createRuntime({ plugins: [shop()], health: storeHealth({ store, writeMs: 0 }) });
    await expect(runtime.call(look, me)).rejects.toMatchObject({ code: "upstream_unavailable" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(runtime.call(look, me)).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect((await runtime.explain(look.target, me)).reasons.at(-1)).toContain("2 times in a row");
  }
});

test("however often something fails, it is written once in a while, and as it was last", async () => {
  const store = memoryStore();
  const set = vi.spyOn(store, "set");
  const health = storeHealth({ store, writeMs: 30 });
  for (let failures = 1; failures <= 500; failures += 1) health.failed({ ...failing, failures });
  await health.flush();
  expect(set).toHaveBeenCalledTimes(1);
  expect(await health.read()).toEqual([{ ...failing, failures: 500 }]);

  health.failed(failing);
  health.recovered(failing);
  await health.flush();
  expect(set).toHaveBeenCalledTimes(1);
  expect(await health.read()).toEqual([]);
});

test("a list and its tools, and each view of them, are kept apart", async () => {
  const health = storeHealth({ store: memoryStore(), writeMs: 0 });
  const { tool: _, ...list } = failing;
  const all = [failing, list, { ...failing, view: "flat" }, { ...failing, tool: "buy" }];
  for (const each of all) health.failed(each);
  await health.flush();
  expect(await health.read()).toHaveLength(4);
  health.recovered(list);
  await health.flush();
  expect(await health.read()).toEqual(expect.arrayContaining([failing, ...all.slice(2)]));
});

test("it is forgotten after keepMs, and what is in another form is passed over", async () => {
  const store = memoryStore();
  await store.set(["health", "old", "", "thing"], { state: "down" });
  const health = storeHealth({ store, writeMs: 0, keepMs: 20 });
  health.failed(failing);
  await health.flush();
  expect(await health.read()).toEqual([failing]);
  await vi.waitFor(async () => expect(await health.read()).toEqual([]));
});

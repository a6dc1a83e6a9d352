import { localCaller } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { describe, expect, test, vi } from "vitest";
import { sqliteProblem } from "../../../store-sqlite/test/sqlite-problem.js";
import { storeHealth } from "../../src/index.js";
import { cleanUpAfterAll, newFile, start } from "./place.js";
import { look, market, shop } from "./shop.js";

cleanUpAfterAll();

const me = localCaller();

describe.skipIf(sqliteProblem !== undefined)("what fails", () => {
  test("is known after a kill and a restart, with its age, until it answers", { timeout: 60_000 }, async () => {
    const file = newFile();
    const child = start("health-process.ts", file);
    await child.next();
    const store = sqliteStore({ file });
    await vi.waitFor(async () => expect(await storeHealth({ store }).read()).toHaveLength(2), 20_000);
    await child.kill();

    let isOpen = false;
    let letIn = () => {};
    const listed = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    const health = storeHealth({ store, writeMs: 0 });
    const runtime = await createRuntime({ plugins: [shop(() => isOpen), market(() => listed)], health });
    const [note] = (await runtime.discover("apples", me)).notes;
    expect(note?.plugin).toBe("market");
    expect(note?.message).toMatch(/could not be reached \d+ \w+ ago: Log in at the market's door\./);
    const failed = /failed with upstream_unavailable when it was last called, \d+ \w+ ago/;
    expect(runtime.help(me).plugins.map(({ message }) => message)).toEqual([
      expect.stringMatching(failed),
      expect.stringMatching(/could not be reached/),
    ]);
    expect((await runtime.explain(look.target, me)).reasons.at(-1)).toMatch(failed);

    isOpen = true;
    letIn();
    await runtime.call(look, me);
    await runtime.tools(me);
    expect(runtime.help(me).plugins.map(({ message }) => message)).toEqual([undefined, undefined]);
    await runtime.close();
    expect(await health.read()).toEqual([]);
    await store.close();
  });
});

import { systemAdapter } from "@agent-tools/adapter-system";
import { localCaller, standaloneHost } from "@agent-tools/contract";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { describe, expect, test } from "vitest";
import { sqliteProblem } from "../../../store-sqlite/test/sqlite-problem.js";
import { createRegistry, storeApprovals, storedAudit, storeLedger } from "../../src/index.js";
import { kinds } from "../registry/shop.js";
import { cleanUpAfterAll, newFile, start } from "./place.js";

cleanUpAfterAll();

const me = localCaller();

interface Line {
  readonly did: "version" | "note" | "call" | "question";
  readonly value: string | number;
}

describe.skipIf(sqliteProblem !== undefined)("a host that is killed", () => {
  test.each([5, 14, 27])("after it has said %i things loses none of them", { timeout: 60_000 }, async (times) => {
    const file = newFile();
    const child = start("keeper-process.ts", file);
    const said: Line[] = [];
    while (said.length < times) said.push((await child.next()) as Line);
    await child.kill();
    const valuesOf = (did: Line["did"]) => said.filter((line) => line.did === did).map(({ value }) => value);

    const store = sqliteStore({ file });
    const changes = await createRegistry({ store, kinds }).changes(me, "echo");
    expect(changes.map(({ tool }) => tool.version)).toEqual(expect.arrayContaining(valuesOf("version")));
    expect(changes.map(({ tool }) => tool.version)).toEqual(changes.map((_, index) => index + 1));

    const memory = { scope: "caller", maxNotes: 10_000 } as const;
    const grants = [{ tool: "memory_*", mode: "allow" }] as const;
    const { notes } = systemAdapter({ tools: ["memory_note"], memory, grants }, standaloneHost({ store }));
    const kept = (await notes?.list(me))?.map(({ text }) => text);
    expect(kept).toEqual(expect.arrayContaining(valuesOf("note")));

    const entries = await storeLedger({ store }).entries(me);
    const done = entries.filter(({ state }) => state === "done").map(({ callId }) => callId);
    expect(done).toEqual(expect.arrayContaining(valuesOf("call")));

    const open = (await storeApprovals({ store }).open()).map(({ id }) => id);
    expect(open).toEqual(expect.arrayContaining(valuesOf("question")));

    const events = await storedAudit(store, { workspace: me.workspace, agent: me.agent });
    const calls = events.filter(({ outcome }) => outcome === "done").map(({ callId }) => callId);
    expect(calls).toEqual(expect.arrayContaining(valuesOf("call")));
    await store.close();
  });

  test("and started again goes on where it was", { timeout: 60_000 }, async () => {
    const file = newFile();
    const child = start("keeper-process.ts", file);
    for (let count = 0; count < 6; count += 1) await child.next();
    await child.kill();
    const store = sqliteStore({ file });
    const registry = createRegistry({ store, kinds });
    const before = (await registry.changes(me, "echo")).length;
    const updated = await registry.update(me, "echo", { tools: ["time"] }).catch(() => undefined);
    // A change that was written down and not yet in force when the host was killed comes into force by the next one.
    const changed = updated ?? (await registry.update(me, "echo", { tools: ["time"] }));
    expect(changed.version).toBe(before + 1);
    await store.close();
  });
});

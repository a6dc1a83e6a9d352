import { localCaller, memoryStore, type Plugin, type Store, ToolError } from "@agent-tools/contract";
import { createRuntime, type DoneOutcome } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { describe, expect, test } from "vitest";
import { sqliteProblem } from "../../../store-sqlite/test/sqlite-problem.js";
import { type StoreLedgerOptions, storeLedger } from "../../src/index.js";
import { type OfficeOptions, office, send } from "./office.js";
import { cleanUpAfterAll, newFile, start } from "./place.js";

cleanUpAfterAll();

const me = localCaller();
const keyed = (key = "k-1", text = "hello", to = "ada@acme.example") => ({
  ...send(text, to),
  confirm: true,
  idempotencyKey: key,
});

async function host(
  store: Store,
  how: Omit<StoreLedgerOptions, "store"> & OfficeOptions & { skills?: Plugin["skills"] } = {},
) {
  const { onSend, skills, ...options } = how;
  const desk = office(onSend && { onSend });
  const ledger = storeLedger({ store, leaseMs: 600, ...options });
  const events: unknown[] = [];
  const runtime = await createRuntime({
    plugins: [{ ...desk.plugin, ...(skills && { skills }) } as Plugin],
    ...{ store, ledger },
    observers: [{ record: ({ status, code, rule }) => void events.push([status, code ?? rule]) }],
  });
  return { ...desk, ledger, runtime, events };
}

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ToolError) => error.code,
  );

describe("the ledger", () => {
  test("answers the same key with the recorded outcome, also from another runtime, and runs nothing again", async () => {
    const store = memoryStore();
    const [one, two] = [await host(store), await host(store)];
    const first = (await one.runtime.call(keyed(), me)) as DoneOutcome;
    for (const { runtime } of [one, two]) {
      const again = (await runtime.call(keyed(), { ...me, channel: "other", conversation: "c-9" })) as DoneOutcome;
      expect(again.result).toEqual(first.result);
    }
    expect([one.sent.length, two.sent.length]).toEqual([1, 0]);
    expect(two.events).toEqual([["done", "ledger"]]);
    await two.runtime.call(keyed("k-2"), me);
    await two.runtime.call(keyed(), { ...me, caller: "bob" });
    expect(two.sent).toHaveLength(2);
  });

  test("refuses a key that was used for other arguments or another target", async () => {
    const { runtime, sent } = await host(memoryStore());
    await runtime.call(keyed(), me);
    expect(await refusalOf(runtime.call(keyed("k-1", "other"), me))).toBe("invalid_arguments");
    const wipe = { target: { plugin: "office", tool: "wipe" }, confirm: true, idempotencyKey: "k-1" } as const;
    expect(await refusalOf(runtime.call(wipe, me))).toBe("invalid_arguments");
    expect(sent).toHaveLength(1);
  });

  test("takes a client's key from _meta, for its own call and not for those inside", async () => {
    const skills: Plugin["skills"] = {
      tell_both: {
        async run(adapter) {
          for (const to of ["ada", "bob"]) await adapter.call("send", { to, text: "hi" });
        },
      },
    };
    const { runtime, sent } = await host(memoryStore(), { skills });
    const io = { meta: { "agent-tools/idempotency-key": "k-7" } };
    const request = { target: { plugin: "office", skill: "tell_both" }, confirm: true } as const;
    for (let time = 0; time < 2; time += 1) await runtime.call(request, me, io);
    expect(sent).toEqual(["ada: hi", "bob: hi"]);
    const wrong = { meta: { "agent-tools/idempotency-key": 7 } };
    expect(await refusalOf(runtime.call(request, me, wrong))).toBe("invalid_arguments");
  });

  test("of many identical calls at once one runs, and the others get its outcome", async () => {
    const store = memoryStore();
    const hosts = [await host(store), await host(store)];
    const calls = Array.from({ length: 10 }, (_, index) => hosts[index % 2]?.runtime.call(keyed(), me));
    const outcomes = (await Promise.all(calls)) as DoneOutcome[];
    expect(hosts.flatMap(({ sent }) => sent)).toHaveLength(1);
    expect(new Set(outcomes.map(({ result }) => JSON.stringify(result))).size).toBe(1);
  });

  test("a lost answer stays unknown: the same key says so, and a new key is a new call", async () => {
    let isLost = true;
    const onSend = async () => {
      if (isLost) throw new ToolError("unknown_outcome", "The connection broke after it was sent.");
    };
    const { runtime, ledger, sent } = await host(memoryStore(), { onSend });
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("unknown_outcome");
    isLost = false;
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("unknown_outcome");
    expect(sent).toEqual([]);
    expect(await ledger.entries(me)).toMatchObject([{ key: "k-1", state: "unknown" }]);
    await runtime.call(keyed("k-2"), me);
    expect(sent).toHaveLength(1);
  });

  test("a call that ran out of time after it was sent is unknown, and what it waits for is not repeated", async () => {
    let runs = 0;
    const onSend = () => {
      runs += 1;
      return new Promise<never>(() => {});
    };
    const { runtime } = await host(memoryStore(), { onSend });
    expect(await refusalOf(runtime.call({ ...keyed(), deadlineMs: 30 }, me))).toBe("unknown_outcome");
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("unknown_outcome");
    expect(runs).toBe(1);
  });

  test("a definite failure is the outcome; one before anything was sent frees the key", async () => {
    const failures = ["upstream_unavailable", "upstream_error"] as const;
    let runs = 0;
    const onSend = async () => {
      const code = failures[runs];
      runs += 1;
      if (code) throw new ToolError(code, "The service refused.");
    };
    const { runtime, sent } = await host(memoryStore(), { onSend });
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("upstream_unavailable");
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("upstream_error");
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("upstream_error");
    expect([runs, sent.length]).toEqual([2, 0]);
  });

  test("a skill that failed after it had sent something is not run again", async () => {
    const skills: Plugin["skills"] = {
      tell_both: {
        async run(adapter) {
          await adapter.call("send", { to: "ada", text: "hi" });
          throw new ToolError("invalid_arguments", "The second one has no address.");
        },
      },
    };
    const { runtime, sent } = await host(memoryStore(), { skills });
    const request = { target: { plugin: "office", skill: "tell_both" }, confirm: true, idempotencyKey: "k-1" } as const;
    expect(await refusalOf(runtime.call(request, me))).toBe("invalid_arguments");
    expect(await refusalOf(runtime.call(request, me))).toBe("invalid_arguments");
    expect(sent).toEqual(["ada: hi"]);
  });

  test("a write without a key is recorded too, without its result, and a read is not", async () => {
    const { runtime, ledger } = await host(memoryStore());
    const outcome = await runtime.call({ ...send(), confirm: true }, me);
    await runtime.call({ target: { plugin: "office", tool: "read_file" } }, me);
    const entries = await ledger.entries();
    const { callId } = outcome as DoneOutcome;
    expect(entries).toEqual([
      {
        ...{ workspace: "local", agent: "agent", caller: "local" },
        key: callId,
        callId,
        state: "done",
        at: expect.any(Number),
        target: send().target,
      },
    ]);
  });

  test("a result that is too large to keep is told as done, and not run again", async () => {
    const { runtime, sent } = await host(memoryStore(), { mostCharacters: 10 });
    await runtime.call(keyed(), me);
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("result_too_large");
    expect(sent).toHaveLength(1);
  });

  test("entries are forgotten when their time is over", async () => {
    const { runtime, ledger, sent } = await host(memoryStore(), { keepMs: 30 });
    await runtime.call(keyed(), me);
    await expect.poll(() => ledger.entries()).toEqual([]);
    await runtime.call(keyed(), me);
    expect(sent).toHaveLength(2);
  });

  test("a store that cannot write it down keeps the call from being sent", async () => {
    const healthy = memoryStore();
    const failing: Store = {
      ...healthy,
      set: (key, value, write) =>
        key[0] === "ledger" ? Promise.reject(new Error("disk full")) : healthy.set(key, value, write),
    };
    const { runtime, sent } = await host(failing);
    expect(await refusalOf(runtime.call(keyed(), me))).toBe("internal");
    expect(sent).toEqual([]);
  });
});

describe.skipIf(sqliteProblem !== undefined)("the ledger in a file, after its process was killed", () => {
  test("a call in flight is unknown, and the same key never sends it again", { timeout: 60_000 }, async () => {
    const file = newFile();
    const child = start("host-process.ts", file, "hang");
    expect(await child.next()).toEqual({ dispatched: "nobody" });
    const store = sqliteStore({ file });
    const { runtime, ledger, sent } = await host(store);
    expect(await ledger.entries()).toMatchObject([{ key: "k-1", state: "in_flight" }]);
    const waiting = refusalOf(runtime.call(keyed("k-1", "hello", "nobody"), me));
    await child.kill();
    expect(await waiting).toBe("unknown_outcome");
    expect(await ledger.entries(me)).toMatchObject([{ key: "k-1", state: "unknown" }]);
    expect(sent).toEqual([]);
    await store.close();
  });

  test("a complete one answers with its outcome", { timeout: 60_000 }, async () => {
    const file = newFile();
    const child = start("host-process.ts", file, "complete");
    expect(await child.next()).toEqual({ dispatched: "ada@acme.example" });
    const done = (await child.next()) as DoneOutcome;
    await child.kill();
    const store = sqliteStore({ file });
    const { runtime, sent } = await host(store);
    const again = (await runtime.call(keyed(), me)) as DoneOutcome;
    expect(again.result).toEqual(done.result);
    expect(sent).toEqual([]);
    await store.close();
  });
});

import { localCaller, memoryStore, type Store } from "@agent-tools/contract";
import type { ApprovalBinding, ApprovalSubject, LedgerCall } from "@agent-tools/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRegistry, storeApprovals, storeLedger, type ToolKind } from "../../src/index.js";

/** A store whose operations begin in whatever order the scheduler chooses, as those of several processes would. */
function scheduled(store: Store, scheduler: fc.Scheduler): Store {
  const later = <T>(run: () => Promise<T>) => scheduler.schedule(Promise.resolve()).then(run);
  return {
    get: (key) => later(() => store.get(key)),
    set: (key, value, write) => later(() => store.set(key, value, write)),
    delete: (key, version) => later(() => store.delete(key, version)),
    list: (prefix, options) => later(() => store.list(prefix, options)),
  };
}

const me = localCaller();
const target = { plugin: "office", tool: "send" } as const;
const { workspace, agent, caller } = me;
const binding: ApprovalBinding = { workspace, agent, caller, target, argumentsDigest: "a", definitionDigest: "d" };
const subject: ApprovalSubject = { target, caller: me, effect: "write", arguments: {} };
const question = { binding, effect: "write", message: "Send it?" } as const;

describe("in whatever order several processes get to the store", () => {
  test("one decision is made, and one call takes it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), async (scheduler, count) => {
        const store = memoryStore();
        const { id } = await storeApprovals({ store }).ask(question, subject);
        const approvals = Array.from({ length: count }, () => storeApprovals({ store: scheduled(store, scheduler) }));
        const decided = Promise.all(approvals.map((each, index) => each.decide(id, index % 2 ? "denied" : "approved")));
        const early = Promise.all(approvals.map((each) => each.take(binding, subject)));
        await scheduler.waitFor(Promise.all([decided, early]));
        const late = Promise.all(approvals.map((each) => each.take(binding, subject)));
        await scheduler.waitFor(late);
        const taken = [...(await early), ...(await late)].filter((each) => each !== undefined);
        expect((await decided).filter(Boolean)).toHaveLength(1);
        expect(taken).toEqual([(await decided).findIndex(Boolean) % 2 ? "denied" : "approved"]);
        expect(await store.list([])).toEqual([]);
      }),
    );
  });

  test("asking at once is one question", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = memoryStore();
        const hosts = Array.from({ length: 3 }, () => storeApprovals({ store: scheduled(store, scheduler) }));
        const asked = Promise.all(hosts.map((each) => each.ask(question, subject)));
        await scheduler.waitFor(asked);
        expect(new Set((await asked).map(({ id }) => id)).size).toBe(1);
        const approvals = storeApprovals({ store });
        expect(await approvals.open()).toHaveLength(1);
        expect(await approvals.decide((await asked)[0]?.id ?? "", "approved")).toBe(true);
      }),
    );
  });

  test("one call of a key begins", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const store = memoryStore();
        const ledgers = Array.from({ length: 3 }, () => storeLedger({ store: scheduled(store, scheduler) }));
        const calls = ledgers.map(
          (_, index): LedgerCall => ({
            ...{ workspace, agent, caller, target, argumentsDigest: "a" },
            ...{ key: "k-1", isKeyed: true, callId: `c-${index}` },
          }),
        );
        const begun = Promise.all(ledgers.map((ledger, index) => ledger.begin(calls[index] as LedgerCall)));
        await scheduler.waitFor(begun);
        expect((await begun).filter(Boolean)).toHaveLength(1);
        const winner = (await begun).indexOf(true);
        const ends = ledgers.map((ledger, index) => ledger.end(calls[index] as LedgerCall, { state: "unknown" }));
        const closed = Promise.all(ends).then(() => Promise.all(ledgers.map((ledger) => ledger.close())));
        await scheduler.waitFor(closed);
        expect(await storeLedger({ store }).entries(me)).toMatchObject([{ callId: `c-${winner}`, state: "unknown" }]);
      }),
    );
  });

  test("changes of a definition have one history, and what is in force is its end", async () => {
    const plain: ToolKind = ({ name }) => ({ listTools: () => ({ tools: [{ name: String(name) }] }), call: () => 1 });
    type Step = "update" | "remove" | "disable" | "create";
    const steps = fc.array(fc.constantFrom<Step>("update", "remove", "disable", "create"), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), steps, async (scheduler, chosen) => {
        const store = memoryStore();
        const first = { id: "x", kind: "plain", definition: { name: "x" } };
        await createRegistry({ store, kinds: { plain } }).create(me, first);
        const made = chosen.map(async (step, index) => {
          const registry = createRegistry({ store: scheduled(store, scheduler), kinds: { plain } });
          if (step === "update") return registry.update(me, "x", { name: "x", index });
          if (step === "remove") return registry.remove(me, "x");
          return step === "disable" ? registry.setEnabled(me, "x", false) : registry.create(me, first);
        });
        const ended = Promise.allSettled(made);
        await scheduler.waitFor(ended);
        const registry = createRegistry({ store, kinds: { plain } });
        const changes = await registry.changes(me, "x");
        expect(changes.map(({ tool }) => tool.version)).toEqual(changes.map((_, index) => index + 1));
        const last = changes.at(-1);
        expect(await registry.get(me, "x")).toEqual(last?.did === "removed" ? undefined : last?.tool);
        for (const [index, { status }] of (await ended).entries()) {
          // An update that was answered is in the history, as it was asked for.
          if (status !== "fulfilled" || chosen[index] !== "update") continue;
          expect(changes.some(({ tool }) => tool.definition["index"] === index)).toBe(true);
        }
      }),
    );
  });
});

import { type Caller, localCaller, memoryStore, type Store } from "@agent-tools/contract";
import { type ApprovalRequest, createRuntime, type Runtime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { describe, expect, test } from "vitest";
import { sqliteProblem } from "../../../store-sqlite/test/sqlite-problem.js";
import { confirmation, type StoreApprovalsOptions, storeApprovals } from "../../src/index.js";
import { office, send } from "./office.js";
import { cleanUpAfterAll, newFile, start } from "./place.js";

cleanUpAfterAll();

const me = localCaller({ caller: "ada" });
const human = confirmation([{ confirm: "human" }]);

async function host(store: Store, options: Omit<StoreApprovalsOptions, "store"> & { approvalWaitMs?: number } = {}) {
  const { approvalWaitMs = 0, ...how } = options;
  const approvals = storeApprovals({ store, lookMs: 20, ...how });
  const desk = office();
  const runtime = await createRuntime({
    plugins: [desk.plugin],
    ...{ store, approvals, approvalWaitMs, confirmation: human },
    log: () => {},
  });
  return { ...desk, approvals, runtime };
}

/** Asks for a call that waits for a person, and gives its question. */
async function asked(runtime: Runtime, request = send(), caller: Caller = me): Promise<ApprovalRequest> {
  const refused = await runtime.call(request, caller).catch((error) => error);
  expect(refused).toMatchObject({ code: "approval_required", details: { approvalId: expect.any(String) } });
  const question = (await runtime.approvals.open()).find(({ id }) => id === refused.details.approvalId);
  return question as ApprovalRequest;
}

const waits = { code: "approval_required" };

describe("an approval in a store", () => {
  test("is decided once: a second decision changes nothing, also at the same time", async () => {
    const { runtime, approvals, sent } = await host(memoryStore());
    const { id } = await asked(runtime);
    const other = storeApprovals({ store: memoryStore() });
    expect(await other.decide(id, "approved")).toBe(false);
    const made = await Promise.all(
      ["approved", "denied", "approved"].map((each) => approvals.decide(id, each as "denied")),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await approvals.decide(id, "denied")).toBe(false);
    await runtime.call(send(), me);
    expect(sent).toHaveLength(1);
  });

  test("is taken once, by one of many identical calls at once", async () => {
    const { runtime, approvals, sent } = await host(memoryStore());
    const { id } = await asked(runtime);
    await approvals.decide(id, "approved");
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => runtime.call(send(), me)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(sent).toHaveLength(1);
    expect(await approvals.decide(id, "approved")).toBe(false);
  });

  test("is for these arguments, this caller, this target and no others", async () => {
    const { runtime, approvals, sent } = await host(memoryStore());
    const { id } = await asked(runtime);
    await approvals.decide(id, "approved");
    const wipe = { target: { plugin: "office", tool: "wipe" } } as const;
    await expect(runtime.call(send("other"), me)).rejects.toMatchObject(waits);
    for (const caller of [{ caller: "eve" }, { agent: "other" }, { workspace: "other" }]) {
      await expect(runtime.call(send(), { ...me, ...caller })).rejects.toMatchObject(waits);
    }
    await expect(runtime.call(wipe, me)).rejects.toMatchObject(waits);
    expect(sent).toEqual([]);
    await runtime.call(send(), me);
    expect(sent).toEqual(["ada@acme.example: hello"]);
  });

  test("is good from another connection of the same caller, and from another runtime on the store", async () => {
    const store = memoryStore();
    const [one, two] = [await host(store), await host(store)];
    const { id } = await asked(one.runtime, send(), { ...me, channel: "stdio", conversation: "c-1" });
    await two.approvals.decide(id, "approved");
    await two.runtime.call(send(), { ...me, channel: "http", conversation: "c-2" });
    expect([one.sent.length, two.sent.length]).toEqual([0, 1]);
    await expect(one.runtime.call(send(), me)).rejects.toMatchObject(waits);
  });

  test("wakes a call that waits, whichever process decides", async () => {
    const store = memoryStore();
    const { runtime, sent } = await host(store, { approvalWaitMs: 60_000 });
    const decider = storeApprovals({ store });
    const call = runtime.call(send(), me);
    await expect.poll(() => decider.open()).toHaveLength(1);
    const [question] = await decider.open();
    await decider.decide(question?.id ?? "", "approved");
    await expect(call).resolves.toMatchObject({ status: "done" });
    expect(sent).toHaveLength(1);
  });

  test("ends with the definition that it was given for", async () => {
    const { runtime, approvals, sent, change } = await host(memoryStore());
    const { id } = await asked(runtime);
    await approvals.decide(id, "approved");
    change("Sends a message to everybody.");
    await expect
      .poll(async () => (await runtime.tools(me)).map(({ tool }) => tool.description))
      .toContain("Sends a message to everybody.");
    await expect(runtime.call(send(), me)).rejects.toMatchObject(waits);
    expect(sent).toEqual([]);
  });

  test("expires, open or decided", async () => {
    const { runtime, approvals, sent } = await host(memoryStore(), { openMs: 30 });
    const { id } = await asked(runtime);
    await expect.poll(() => approvals.open()).toEqual([]);
    expect(await approvals.decide(id, "approved")).toBe(false);
    const again = await asked(runtime);
    expect(again.id).not.toBe(id);
    await approvals.decide(again.id, "approved");
    await new Promise((resolve) => setTimeout(resolve, 40));
    await expect(runtime.call(send(), me)).rejects.toMatchObject(waits);
    expect(sent).toEqual([]);
  });

  test("at most 100 questions of one caller wait, and others still have room", async () => {
    const { runtime, approvals } = await host(memoryStore());
    const { binding, effect, message } = await asked(runtime);
    const subject = { target: binding.target, caller: me, effect, arguments: {} };
    for (let count = 1; count < 100; count += 1) {
      await approvals.ask({ binding: { ...binding, argumentsDigest: String(count) }, effect, message }, subject);
    }
    await expect(runtime.call(send("one more"), me)).rejects.toMatchObject({ code: "rate_limited" });
    await asked(runtime, send(), { ...me, caller: "bob" });
  });

  test("a refusal is told once, and then the question may be asked again", async () => {
    const { runtime, approvals, sent } = await host(memoryStore());
    const { id } = await asked(runtime);
    expect((await asked(runtime)).id).toBe(id);
    await approvals.decide(id, "denied");
    await expect(runtime.call(send(), me)).rejects.toMatchObject({ code: "denied" });
    expect((await asked(runtime)).id).not.toBe(id);
    expect(sent).toEqual([]);
  });
});

describe("an approval for more than one call", () => {
  const isConversationKnown = ({ channel }: Caller) => channel === "desk";
  const atDesk = { ...me, channel: "desk", conversation: "c-1" };

  test("for the conversation: with the same arguments or any, in no other one", async () => {
    const { runtime, approvals, sent } = await host(memoryStore(), { isConversationKnown });
    const { id } = await asked(runtime, send(), atDesk);
    await approvals.decide(id, "approved", { for: "conversation", arguments: "same" });
    for (let time = 0; time < 3; time += 1) await runtime.call(send(), atDesk);
    expect(sent).toHaveLength(3);
    await expect(runtime.call(send(), { ...atDesk, conversation: "c-2" })).rejects.toMatchObject(waits);
    const other = await asked(runtime, send("other"), atDesk);
    await approvals.decide(other.id, "approved", { for: "conversation", arguments: "any" });
    for (const text of ["other", "a", "b"]) await runtime.call(send(text), atDesk);
    await expect(runtime.call(send("a"), { ...atDesk, caller: "eve" })).rejects.toMatchObject(waits);
    expect(sent).toHaveLength(6);
  });

  test("is refused for a conversation that only the client named", async () => {
    const { runtime, approvals } = await host(memoryStore(), { isConversationKnown });
    const { id } = await asked(runtime);
    const decided = approvals.decide(id, "approved", { for: "conversation", arguments: "any" });
    await expect(decided).rejects.toMatchObject({ code: "unsupported" });
    expect(await approvals.decide(id, "approved")).toBe(true);
  });

  test("for a pattern: what fits, and each target with the definition that it had when it was first used", async () => {
    const { runtime, approvals, sent, change } = await host(memoryStore());
    const scope = { for: "pattern", targets: { plugin: "office", tool: ["send", "wipe"] } } as const;
    const { id } = await asked(runtime, { target: { plugin: "office", tool: "wipe" }, arguments: {} } as never);
    await approvals.decide(id, "approved", { ...scope, arguments: { to: "*@acme.example" } });
    await runtime.call(send(), me);
    await runtime.call(send("again", "bob@acme.example"), me);
    await expect(runtime.call(send("x", "eve@evil.example"), me)).rejects.toMatchObject(waits);
    await expect(runtime.call(send(), { ...me, caller: "eve" })).rejects.toMatchObject(waits);
    expect(sent).toHaveLength(2);
    change("Sends a message, and a copy to somebody else.");
    await expect
      .poll(async () => (await runtime.tools(me)).map(({ tool }) => tool.description))
      .toContain("Sends a message, and a copy to somebody else.");
    await expect(runtime.call(send(), me)).rejects.toMatchObject(waits);
  });

  test("answers the calls that wait and fit, is listed, ends when it is revoked or expires", async () => {
    const { runtime, approvals, sent } = await host(memoryStore());
    const [one, two] = [await asked(runtime, send("one")), await asked(runtime, send("two"))];
    await approvals.decide(one.id, "approved", { for: "pattern", targets: { tool: "send" } });
    await runtime.call(send("two"), me);
    expect(await approvals.open()).toEqual([]);
    expect(await approvals.decide(two.id, "denied")).toBe(false);
    const [grant] = await approvals.grants();
    expect(grant).toMatchObject({ approvalId: one.id, caller: "ada", scope: { for: "pattern" } });
    expect(await approvals.revoke(grant?.id ?? "")).toBe(true);
    expect(await approvals.revoke(grant?.id ?? "")).toBe(false);
    await expect(runtime.call(send("three"), me)).rejects.toMatchObject(waits);
    const { id } = await asked(runtime, send("four"));
    await approvals.decide(id, "approved", { for: "pattern", targets: { tool: "send" }, expiresInMs: 20 });
    await expect.poll(() => approvals.grants()).toEqual([]);
    await expect(runtime.call(send("five"), me)).rejects.toMatchObject(waits);
    expect(sent).toEqual(["ada@acme.example: two"]);
  });

  test("a misspelled scope grants nothing", async () => {
    const { runtime, approvals } = await host(memoryStore());
    const { id } = await asked(runtime);
    for (const scope of [{ for: "ever" }, { for: "pattern", targets: { tools: "send" } }, { for: "conversation" }]) {
      await expect(approvals.decide(id, "approved", scope as never)).rejects.toThrow();
    }
    expect(await approvals.open()).toHaveLength(1);
  });
});

describe.skipIf(sqliteProblem !== undefined)("an approval in a file", () => {
  test("a question outlives a kill of the process that asked it", { timeout: 60_000 }, async () => {
    const file = newFile();
    const child = start("host-process.ts", file, "ask");
    const { id } = (await child.next()) as { id: string };
    await child.kill();
    const store = sqliteStore({ file });
    const { runtime, approvals, sent } = await host(store);
    const local = localCaller();
    expect(await approvals.open()).toMatchObject([{ id, binding: { target: { tool: "send" } } }]);
    await expect(runtime.call(send(), local)).rejects.toMatchObject({ ...waits, details: { approvalId: id } });
    expect(await approvals.decide(id, "approved")).toBe(true);
    await runtime.call(send(), local);
    expect(sent).toHaveLength(1);
    await expect(runtime.call(send(), local)).rejects.toMatchObject(waits);
    await store.close();
  });

  test("a decision outlives a kill, and is taken once by two hosts on the file", { timeout: 60_000 }, async () => {
    const file = newFile();
    const child = start("host-process.ts", file, "ask-and-approve");
    const { id } = (await child.next()) as { id: string };
    await child.kill();
    const stores = [sqliteStore({ file }), sqliteStore({ file })];
    const hosts = await Promise.all(stores.map((store) => host(store)));
    expect(await hosts[0]?.approvals.decide(id, "denied")).toBe(false);
    const made = await Promise.allSettled(hosts.map(({ runtime }) => runtime.call(send(), localCaller())));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(hosts.flatMap(({ sent }) => sent)).toHaveLength(1);
    for (const store of stores) await store.close();
  });
});

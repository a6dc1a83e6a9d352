import { type Adapter, definePlugin, type Skill, ToolError } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import type { DoneOutcome } from "../src/index.js";
import { me, office, recorded } from "./office.js";

const run = (skill: string) => ({ plugin: "desk", skill });

async function withSkills(skills: Record<string, Skill>, desk: object = {}) {
  const shared = office();
  const own = office({ name: "Desk", prefix: "desk", skills, ...desk });
  const { runtime, events } = await recorded({ plugins: [shared.plugin, own.plugin], approvalWaitMs: 0 });
  return { runtime, events, officeNotes: shared.notes, deskNotes: own.notes };
}

describe("code skills", () => {
  test("a skill calls its own plugin on the governed path, and each call is recorded under it", async () => {
    const { runtime, events, deskNotes } = await withSkills({
      twice: {
        async run(adapter, { text }) {
          await adapter.call("add_note", { text });
          await adapter.call("add_note", { text });
          return { notes: await adapter.call("list_notes") };
        },
      },
    });
    const outcome = (await runtime.call(
      { target: run("twice"), arguments: { text: "a" }, confirm: true },
      me,
    )) as DoneOutcome;
    expect(outcome.result.structuredContent).toEqual({ notes: ["a", "a"] });
    expect(deskNotes).toEqual(["a", "a"]);
    expect(events.map(({ parentCallId }) => parentCallId === outcome.callId)).toEqual([true, true, true, false]);
  });

  test("a skill that may write asks to be confirmed before it starts", async () => {
    let hasStarted = false;
    const { runtime } = await withSkills({
      start: {
        run: () => {
          hasStarted = true;
        },
      },
    });
    await expect(runtime.call({ target: run("start") }, me)).rejects.toMatchObject({ code: "confirmation_required" });
    expect(hasStarted).toBe(false);
  });

  test("a skill whose uses only read needs no confirmation, and can do nothing else", async () => {
    const { runtime, deskNotes } = await withSkills({
      look: { meta: { uses: ["list_notes"] }, run: (adapter) => adapter.call("list_notes") },
      sneak: { meta: { uses: ["list_notes"] }, run: (adapter) => adapter.call("add_note", { text: "x" }) },
    });
    await expect(runtime.call({ target: run("look") }, me)).resolves.toMatchObject({ status: "done" });
    const sneak = runtime.call({ target: run("sneak"), confirm: true }, me);
    await expect(sneak).rejects.toMatchObject({ code: "denied", hint: expect.stringContaining("meta.uses") });
    expect(deskNotes).toEqual([]);
  });

  test("meta.uses reaches another plugin, and only that", async () => {
    const { runtime, officeNotes } = await withSkills({
      across: {
        meta: { uses: ["office:add_*"] },
        run: (_, __, { use }) => use("office").call("add_note", { text: "hi" }),
      },
      beyond: { run: (_, __, { use }) => use("office").call("list_notes") },
    });
    await runtime.call({ target: run("across"), confirm: true }, me);
    expect(officeNotes).toEqual(["hi"]);
    await expect(runtime.call({ target: run("beyond"), confirm: true }, me)).rejects.toMatchObject({ code: "denied" });
  });

  test("a skill's confirm covers writes, never destructive calls", async () => {
    const { runtime, deskNotes } = await withSkills({
      declared: { meta: { uses: ["shred_notes"] }, run: (adapter) => adapter.call("shred_notes") },
      silent: { run: (adapter) => adapter.call("shred_notes") },
    });
    deskNotes.push("kept");
    for (const skill of ["declared", "silent"]) {
      const call = runtime.call({ target: run(skill), confirm: true }, me);
      await expect(call).rejects.toMatchObject({ code: "approval_required" });
    }
    expect(deskNotes).toEqual(["kept"]);
  });

  test("a skill's arguments are checked where it gives a schema", async () => {
    const { runtime } = await withSkills({
      typed: {
        meta: {
          uses: ["list_notes"],
          inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
        },
        run: (_, { n }) => n + 1,
      },
    });
    await expect(runtime.call({ target: run("typed"), arguments: {} }, me)).rejects.toMatchObject({
      code: "invalid_arguments",
    });
    await expect(runtime.call({ target: run("typed"), arguments: { n: 1 } }, me)).resolves.toMatchObject({
      status: "done",
    });
  });

  test("a skill's own time limit holds in place of the host's, and never lengthens the request's", async () => {
    const untilStopped: Skill["run"] = (_, __, { signal, deadline }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        limits.push(deadline - Date.now());
      });
    const limits: number[] = [];
    const { runtime } = await withSkills({
      short: { meta: { uses: ["list_notes"], timeoutMs: 20 }, run: untilStopped },
      long: { meta: { uses: ["list_notes"], timeoutMs: 900_000 }, run: untilStopped },
    });
    await expect(runtime.call({ target: run("short") }, me)).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining("20 ms"),
    });
    await expect(runtime.call({ target: run("long"), deadlineMs: 20 }, me)).rejects.toMatchObject({ code: "timeout" });
    const before = limits.length;
    const controller = new AbortController();
    const long = runtime.call({ target: run("long") }, me, { signal: controller.signal });
    await expect.poll(() => limits.length).toBe(before + 1);
    controller.abort();
    await expect(long).rejects.toMatchObject({ code: "cancelled" });
    expect(limits.at(-1)).toBeGreaterThan(800_000);
  });

  test("a skill that runs out of time after it has changed something has an unknown outcome", async () => {
    const { runtime, deskNotes } = await withSkills({
      slow: {
        meta: { timeoutMs: 1_000 },
        async run(adapter) {
          await adapter.call("add_note", { text: "sent" });
          await adapter.call("wait");
        },
      },
    });
    const call = runtime.call({ target: run("slow"), confirm: true }, me);
    await expect(call).rejects.toMatchObject({ code: "unknown_outcome" });
    expect(deskNotes).toEqual(["sent"]);
  });

  test("a skill whose reading call runs out of time after a change has an unknown outcome", async () => {
    const { runtime, deskNotes } = await withSkills({
      cut: {
        async run(adapter) {
          await adapter.call("add_note", { text: "sent" });
          throw new ToolError("timeout", "The reading call took too long.");
        },
      },
    });
    const call = runtime.call({ target: run("cut"), confirm: true }, me);
    await expect(call).rejects.toMatchObject({ code: "unknown_outcome" });
    expect(deskNotes).toEqual(["sent"]);
  });

  test("a skill's progress is passed on, and that of a tool it calls while it tells none itself", async () => {
    const adapter: Adapter = {
      listTools: () => ({ tools: [{ name: "steps" }] }),
      call: (_, __, { progress }) => progress(1, 2, "inside"),
      effect: () => "read",
    };
    const { runtime } = await withSkills(
      {
        told: {
          meta: { uses: ["steps"] },
          async run(own, _, { progress }) {
            await own.call("steps");
            progress(10, 20, "outside");
            await own.call("steps");
          },
        },
      },
      { adapter },
    );
    const told: unknown[] = [];
    await runtime.call({ target: run("told") }, me, { progress: (...progress) => told.push(progress) });
    expect(told).toEqual([
      [1, 2, "inside"],
      [10, 20, "outside"],
    ]);
  });

  test("a failure inside a skill arrives in the tool's own words", async () => {
    const { runtime } = await withSkills({
      wrong: { run: (adapter) => adapter.call("add_note", { text: { no: 1 } }) },
    });
    await expect(runtime.call({ target: run("wrong"), confirm: true }, me)).rejects.toMatchObject({
      code: "invalid_arguments",
    });
  });

  test("the skill's adapter lists, finds and describes what the skill may use", async () => {
    const { runtime } = await withSkills({
      look: {
        meta: { uses: ["list_notes", "add_note"] },
        async run(adapter) {
          const { tools } = await adapter.listTools();
          const { matches } = await adapter.search("shred every note");
          const { name } = await adapter.describe("add_note");
          return { tools: tools.map((tool) => tool.name), matches: matches.map((match) => match.name), name };
        },
      },
    });
    const outcome = (await runtime.call({ target: run("look"), confirm: true }, me)) as DoneOutcome;
    expect(outcome.result.structuredContent).toMatchObject({ tools: ["list_notes", "add_note"], name: "add_note" });
    expect(JSON.stringify(outcome.result.structuredContent)).not.toContain("shred");
  });

  test("O50 O51 discover finds a skill by its meta with exactly its fields, and not in a listing", async () => {
    const related = [{ target: "desk:other", why: "next step" }];
    const { runtime } = await withSkills({
      audit: { meta: { description: "Audits the cupboard.", args: "mode?: text", related }, run: () => 1 },
      other: { run: () => 1 },
    });
    const { hits } = await runtime.discover("audit cupboard", me, { plugin: "desk" });
    expect(hits[0]).toEqual({
      kind: "skill",
      plugin: "desk",
      name: "audit",
      description: "Audits the cupboard.",
      args: "mode?: text",
      related,
    });
    const listed = await runtime.discover("", me, { plugin: "desk", limit: 50 });
    expect(listed.hits.every(({ kind }) => kind === "tool")).toBe(true);
  });

  test("dead links, unknown uses, a skill without run and one that does not compile are reported and the rest lives", async () => {
    const plugin = office({
      prefix: "desk",
      skills: {
        fine: { run: () => "ok", meta: { uses: ["list_notes"] } },
        dead: { run: () => 1, meta: { related: [{ target: "desk:nowhere", why: "x" }], uses: ["github:*"] } },
        bare: {} as Skill,
        broken: { run: () => 1, meta: { inputSchema: { type: "objekt" } } },
        endless: { run: () => 1, meta: { timeoutMs: 0 } },
      },
    }).plugin;
    const { runtime } = await recorded({ plugins: [plugin] });
    const lines = runtime.problems.map(({ source, field, message }) => `${source} ${field} ${message}`).join("\n");
    expect(lines).toMatch(/desk skills\.bare .*has no run/);
    expect(lines).toMatch(/desk skills\.broken\.meta\.inputSchema .*does not compile/);
    expect(lines).toMatch(/skill "endless" cannot be loaded: .*meta\.timeoutMs" must be whole milliseconds/);
    expect(lines).toMatch(/desk:nowhere/);
    expect(lines).toMatch(/uses plugin "github"/);
    await expect(runtime.call({ target: run("fine") }, me)).resolves.toMatchObject({ status: "done" });
    expect(definePlugin(plugin)).toBe(plugin);
  });
});

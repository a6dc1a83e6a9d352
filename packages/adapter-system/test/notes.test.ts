import { type Caller, localCaller, memoryStore, standaloneContext, standaloneHost } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { type MemoryCage, systemAdapter } from "../src/index.js";

const ana = localCaller({ workspace: "w", agent: "casa", caller: "ana", conversation: "1" });

function memory(cage: MemoryCage, store = memoryStore()) {
  const adapter = systemAdapter(
    { tools: ["memory_note", "memory_search"], memory: cage, grants: [{ tool: "memory_*", mode: "allow" }] },
    standaloneHost({ store }),
  );
  if (!adapter.notes) throw new Error("There is no memory.");
  const call = (tool: string, args: object, caller: Caller) => adapter.call(tool, args, standaloneContext({ caller }));
  const keep = (text: string, caller = ana) => call("memory_note", { text }, caller);
  const find = async (args: object, caller = ana) => {
    const { notes } = (await call("memory_search", args, caller)) as { notes: { text: string }[] };
    return notes.map(({ text }) => text);
  };
  return { notes: adapter.notes, keep, find };
}

describe("notes come back in their scope (O62)", () => {
  const others: readonly [keyof Caller, Caller][] = [
    ["workspace", { ...ana, workspace: "v" }],
    ["agent", { ...ana, agent: "oficina" }],
    ["caller", { ...ana, caller: "bea" }],
    ["conversation", { ...ana, conversation: "2" }],
  ];

  test.each(["workspace", "agent", "caller", "conversation"] as const)("%s", async (scope) => {
    const { keep, find } = memory({ scope });
    await keep("The key is under the mat.");
    for (const [field, caller] of others) {
      // Whoever differs in a wider field than the scope is somebody else.
      const isSame = others.findIndex(([other]) => other === field) > others.findIndex(([other]) => other === scope);
      expect([field, await find({}, caller)]).toEqual([field, isSame ? ["The key is under the mat."] : []]);
    }
  });

  test("no segment can imitate another scope", async () => {
    const { keep, find } = memory({ scope: "agent" });
    await keep("secret", { ...ana, workspace: "w", agent: "places" });
    await expect(find({}, { ...ana, workspace: "w/places" })).resolves.toEqual([]);
    await expect(find({}, { ...ana, agent: "" })).resolves.toEqual([]);
  });

  test("listed the newest first, searched by words, and as a bounded block for instructions", async () => {
    const { notes, keep, find } = memory({ scope: "caller" });
    await keep("Likes green tea in the morning.");
    await keep("The heating\nis serviced\nin October.");
    await expect(find({ query: "heating service" })).resolves.toEqual(["The heating\nis serviced\nin October."]);
    expect((await find({})).length).toBe(2);
    const block = await notes.block(ana);
    expect(block.split("\n")).toEqual([
      expect.stringMatching(/data to remember, not instructions/),
      expect.stringMatching(/^- /),
      expect.stringMatching(/^- /),
    ]);
    expect(block).toContain("- The heating is serviced in October.");
    expect((await notes.block(ana, 100)).length).toBeLessThanOrEqual(100);
    await expect(notes.block({ ...ana, caller: "bea" })).resolves.toBe("");
  });

  test("they live in the host's store, not in the adapter", async () => {
    const store = memoryStore();
    await memory({ scope: "caller" }, store).keep("Survives.");
    await expect(memory({ scope: "caller" }, store).find({ query: "survives" })).resolves.toEqual(["Survives."]);
  });
});

describe("the quota", () => {
  test("holds against writers at the same time, and frees a place when a note is removed", async () => {
    const { notes, keep } = memory({ scope: "caller", maxNotes: 5 });
    const settled = await Promise.allSettled(Array.from({ length: 12 }, (_, nth) => keep(`note ${nth}`)));
    expect(settled.filter(({ status }) => status === "fulfilled").length).toBe(5);
    expect((await notes.list(ana)).length).toBe(5);
    await expect(keep("one more")).rejects.toMatchObject({ code: "denied", message: expect.stringMatching(/5 of 5/) });
    const [first] = await notes.list(ana);
    await expect(notes.remove(first?.id ?? "", ana)).resolves.toBe(true);
    await expect(keep("one more")).resolves.toMatchObject({ kept: true });
  });

  test("a note is short, and not empty", async () => {
    const { keep } = memory({ scope: "caller", maxNoteCharacters: 10 });
    await expect(keep("x".repeat(11))).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(keep("  ")).rejects.toMatchObject({ code: "invalid_arguments" });
  });
});

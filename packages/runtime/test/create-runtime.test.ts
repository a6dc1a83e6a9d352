import { definePlugin, type Plugin } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import type { DoneOutcome } from "../src/index.js";
import { me, office, recorded } from "./office.js";

const tiny = (prefix: string, tools: object[], more: object = {}): Plugin =>
  definePlugin({
    name: prefix,
    prefix,
    adapter: { listTools: () => ({ tools: tools as never }), call: (name: string) => name },
    ...more,
  } as Plugin);

describe("createRuntime", () => {
  test("a wrong plugin is left out with its field and what to do, and the rest lives", async () => {
    const { runtime } = await recorded({
      plugins: [
        office().plugin,
        { ...office().plugin, name: "Other office" },
        { name: "No adapter", prefix: "none" } as never,
        { name: "Half", prefix: "half", adapter: { listTools() {} } } as never,
        { name: "Late", prefix: "late", createAdapter: () => new Promise(() => {}) },
        { name: "Boom", prefix: "boom", createAdapter: () => Promise.reject(new Error("no such host")) },
        null as never,
      ],
      startMs: 20,
    });
    expect(runtime.plugins.map(({ prefix }) => prefix)).toEqual(["office"]);
    const told = runtime.problems.map(({ source, field, message }) => [
      source,
      field,
      message.split(/\.? The plugin is left out|\. /)[0],
    ]);
    expect(told).toHaveLength(6);
    expect(told).toEqual(
      expect.arrayContaining([
        ["office", "prefix", 'plugin "Other office": prefix "office" is already that of plugin "Office"'],
        ["none", "adapter", 'plugin "No adapter": adapter must be there, or createAdapter, and not both'],
        ["half", "adapter", 'plugin "Half": adapter has no method call; an adapter needs listTools and call'],
        ["plugin", undefined, "A plugin is null; it must be an object"],
        ["boom", "createAdapter", 'plugin "Boom": createAdapter failed: no such host'],
        ["late", "createAdapter", 'plugin "Late": createAdapter did not answer within 20 ms'],
      ]),
    );
  });

  test("one computed effect per tool: operator, plugin, adapter, and annotations that only raise", async () => {
    const tools = [
      { name: "by_operator", annotations: { readOnlyHint: true } },
      { name: "by_plugin" },
      { name: "by_list" },
      { name: "claims_read", annotations: { readOnlyHint: true } },
      { name: "says_destructive", annotations: { destructiveHint: true } },
      { name: "silent" },
    ];
    const plugin = tiny("p", tools, { effects: { by_plugin: "destructive" }, readonlyTools: ["by_list", "by_plugin"] });
    const trusting = tiny("q", tools, { trustAnnotations: true });
    const { runtime } = await recorded({ plugins: [plugin, trusting], effects: { p: { by_operator: "destructive" } } });
    const effects = async (prefix: string) =>
      Object.fromEntries(
        (await runtime.tools(me))
          .filter((each) => each.plugin === prefix)
          .map(({ tool, effect }) => [tool.name, effect]),
      );
    expect(await effects("p")).toEqual({
      by_operator: "destructive",
      by_plugin: "destructive",
      by_list: "read",
      claims_read: "write",
      says_destructive: "destructive",
      silent: "write",
    });
    expect(await effects("q")).toMatchObject({ claims_read: "read", by_operator: "read", silent: "write" });
  });

  test("broken tools in a list are left out and reported, odd ones are kept as they are", async () => {
    const logged: unknown[] = [];
    const odd = {
      name: "odd",
      inputSchema: { type: "object", properties: { a: { type: "strin" } } },
      _meta: { x: [1] },
    };
    const plugin = tiny("p", [odd, { name: "" }, "text" as never, { name: "odd" }, { name: "fn", icon: () => 1 }]);
    const { runtime } = await recorded({ plugins: [plugin], log: (_, data) => logged.push(data) });
    const listed = await runtime.tools(me);
    expect(listed.map(({ tool }) => tool)).toEqual([odd]);
    expect(Object.isFrozen(listed[0]?.tool)).toBe(true);
    expect(logged).toHaveLength(4);
    expect(logged.join("\n")).toMatch(/tools\[1\].*needs a name[\s\S]*"odd"[\s\S]*"fn" is not plain data/);
    await expect(
      runtime.call({ target: { plugin: "p", tool: "odd" }, arguments: { a: 1 }, confirm: true }, me),
    ).resolves.toMatchObject({ status: "done" });
    expect((await runtime.explain({ plugin: "p", tool: "odd" }, me)).reasons.join(" ")).toContain("does not compile");
  });

  test("a changed list is a new snapshot; the old one serves until the new one is there", async () => {
    let tools = [{ name: "old" }];
    let changed: () => void = () => {};
    const plugin: Plugin = {
      name: "p",
      prefix: "p",
      createAdapter: (host) => {
        changed = () => host.toolsChanged();
        return { listTools: () => ({ tools }), call: (name: string) => name };
      },
    };
    const { runtime } = await recorded({ plugins: [plugin] });
    let changes = 0;
    const stop = runtime.onToolsChanged(() => {
      changes += 1;
    });
    expect((await runtime.tools(me)).map(({ tool }) => tool.name)).toEqual(["old"]);
    tools = [{ name: "new" }];
    changed();
    await expect.poll(async () => (await runtime.tools(me)).map(({ tool }) => tool.name)).toEqual(["new"]);
    expect(changes).toBeGreaterThan(0);
    stop();
    await expect(runtime.call({ target: { plugin: "p", tool: "old" }, confirm: true }, me)).rejects.toMatchObject({
      code: "unknown_target",
    });
  });

  test("R27 one plugin that never answers delays nobody, and discover says that it is connecting", async () => {
    const silent = tiny("silent", [], { adapter: { listTools: () => new Promise(() => {}), call: () => 1 } });
    const { runtime } = await recorded({ plugins: [silent, office().plugin] });
    const { hits, notes } = await runtime.discover("list notes", me);
    expect(hits[0]?.name).toBe("list_notes");
    expect(notes).toEqual([{ plugin: "silent", message: expect.stringContaining("connecting") }]);
    expect(runtime.help(me).plugins.map(({ state }) => state)).toEqual(["connecting", "ready"]);
  });

  test("a list that fails is told in help and discover, and is tried again later", async () => {
    let isUp = false;
    const plugin = tiny("p", [], {
      adapter: {
        listTools: () => {
          if (!isUp) throw new Error("connection refused");
          return { tools: [{ name: "get" }] };
        },
        call: () => "got",
      },
    });
    const { runtime } = await recorded({ plugins: [plugin] });
    const target = { plugin: "p", tool: "get" };
    await expect(runtime.call({ target, confirm: true }, me)).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: expect.stringContaining("connection refused"),
    });
    expect((await runtime.discover("get", me)).notes[0]?.message).toContain("connection refused");
    isUp = true;
    await expect
      .poll(() => runtime.call({ target, confirm: true }, me).catch((error) => error.code), {
        timeout: 5_000,
        interval: 100,
      })
      .toMatchObject({ status: "done" });
  });

  test("each caller has a list of its own where secrets are per caller, and none sees the other's", async () => {
    const plugin = tiny("p", [], {
      secrets: ["KEY"],
      adapter: {
        listTools: async ({ secrets }: { secrets: { get(name: string): Promise<string> } }) => ({
          tools: [{ name: `get_${await secrets.get("KEY")}` }],
        }),
        call: (name: string) => name,
      },
    });
    const { runtime } = await recorded({
      plugins: [plugin],
      secrets: { isPerCaller: true, get: (_, { caller }) => `of_${caller}` },
    });
    const names = async (caller: string) => (await runtime.tools({ ...me, caller })).map(({ tool }) => tool.name);
    expect(await Promise.all([names("ann"), names("bob")])).toEqual([["get_of_ann"], ["get_of_bob"]]);
    const target = { plugin: "p", tool: "get_of_ann" };
    await expect(runtime.call({ target, confirm: true }, { ...me, caller: "bob" })).rejects.toMatchObject({
      code: "unknown_target",
    });
  });

  test("explain says who decided the effect and what is asked", async () => {
    const { runtime } = await recorded({ plugins: [office().plugin] });
    expect(await runtime.explain({ plugin: "office", tool: "add_note" }, me)).toMatchObject({
      isThere: true,
      effect: "write",
      effectFrom: "default",
      mode: "allow",
      confirm: "model",
    });
    expect(await runtime.explain({ plugin: "office", tool: "nope" }, me)).toMatchObject({ isThere: false });
    expect((await runtime.explain({ plugin: "gone", tool: "x" }, me)).reasons[0]).toContain('prefix "gone"');
  });

  test("close ends every adapter once, and one that hangs or fails does not keep the others", async () => {
    const closed: string[] = [];
    const closing = (prefix: string, close: () => unknown) =>
      tiny(prefix, [], { adapter: { listTools: () => ({ tools: [] }), call: () => 1, close } });
    const { runtime } = await recorded({
      plugins: [
        closing("a", () => {
          throw new Error("stuck");
        }),
        closing("b", () => closed.push("b")),
      ],
    });
    await Promise.all([runtime.close(), runtime.close()]);
    expect(closed).toEqual(["b"]);
  });

  test("results of every shape arrive as they were", async () => {
    const image = {
      content: [{ type: "image", data: "AA==", mimeType: "image/png" }],
      _meta: { a: 1 },
      isError: false,
    };
    const answers: Record<string, unknown> = { image, nothing: undefined, text: "hi", list: [1, null], number: 0 };
    const plugin = tiny(
      "p",
      Object.keys(answers).map((name) => ({ name })),
      {
        adapter: {
          listTools: () => ({ tools: Object.keys(answers).map((name) => ({ name })) }),
          call: (name: string) => answers[name],
        },
        requireConfirm: false,
      },
    );
    const { runtime } = await recorded({ plugins: [plugin] });
    const result = async (tool: string) =>
      ((await runtime.call({ target: { plugin: "p", tool } }, me)) as DoneOutcome).result;
    expect(await result("image")).toBe(image);
    expect(await result("nothing")).toEqual({ content: [] });
    expect(await result("text")).toEqual({ content: [{ type: "text", text: "hi" }] });
    expect(await result("list")).toEqual({
      content: [{ type: "text", text: "[1,null]" }],
      structuredContent: [1, null],
    });
    expect((await result("number")).structuredContent).toBe(0);
  });
});

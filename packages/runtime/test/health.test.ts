import { definePlugin, defineTool, localCaller, type Plugin, ToolError, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { createRuntime, type Failing, type HealthLog, type Policy } from "../src/index.js";

/** A plugin whose one tool, and whose list, do what `now` says. */
function shop(now: { call?: ToolError | string; list?: Promise<never> }): Plugin {
  const tool = defineTool({
    name: "look",
    input: Type.Object({}),
    effect: "read",
    call() {
      if (typeof now.call === "object") throw now.call;
      return now.call ?? "there";
    },
  });
  const inner = toolsAdapter([tool]);
  const listTools: typeof inner.listTools = async (context) => (await now.list) ?? inner.listTools(context);
  return definePlugin({ name: "Shop", prefix: "shop", adapter: { ...inner, listTools } });
}

/** A log that a test can read; like a file, it outlives runtimes. */
function notebook(): HealthLog & { readonly kept: Map<string, Failing> } {
  const kept = new Map<string, Failing>();
  const keyOf = ({ plugin, tool, view }: Omit<Failing, "code" | "failures" | "at">) =>
    [plugin, tool ?? "", view].join(" ");
  return {
    kept,
    read: async () => [...kept.values()],
    failed: (failing) => void kept.set(keyOf(failing), failing),
    recovered: (subject) => void kept.delete(keyOf(subject)),
  };
}

const me = localCaller({ workspace: "house" });
const look = { target: { plugin: "shop", tool: "look" } } as const;
const down = new ToolError("upstream_unavailable", "No answer from 10.0.0.7 about the order of Ana.");

test("a tool that fails is told of after a restart, with its age, until it answers", async () => {
  const log = notebook();
  const now: Parameters<typeof shop>[0] = { call: down };
  const first = await createRuntime({ plugins: [shop(now)], health: log });
  await first.call(look, me).catch(() => {});
  await first.call(look, me).catch(() => {});
  expect([...log.kept.values()]).toEqual([
    { plugin: "shop", tool: "look", view: "house", code: "upstream_unavailable", failures: 2, at: expect.any(Number) },
  ]);
  await first.close();

  for (const [key, failing] of log.kept) log.kept.set(key, { ...failing, at: failing.at - 3 * 60_000 });
  await using runtime = await createRuntime({ plugins: [shop(now)], health: log });
  const words = "failed with upstream_unavailable when it was last called, 3 minutes ago, 2 times in a row";
  expect((await runtime.explain(look.target, me)).reasons).toContain(`It ${words}.`);
  expect(runtime.help(me).plugins).toMatchObject([{ state: "ready", message: `"look" ${words}` }]);
  // Of other workspaces nothing is told, nor is anything told to them.
  const others = localCaller({ workspace: "flat" });
  expect((await runtime.explain(look.target, others)).reasons.join(" ")).not.toContain("failed");
  expect(runtime.help(others).plugins[0]?.message).toBeUndefined();

  now.call = "there";
  await runtime.call(look, others);
  expect(log.kept.size).toBe(1);
  await runtime.call(look, me);
  expect(log.kept.size).toBe(0);
  expect((await runtime.explain(look.target, me)).reasons.join(" ")).not.toContain("failed");
  expect(runtime.help(me).plugins[0]?.message).toBeUndefined();
});

test("discover says which hits failed, and among equals those that did not come first", async () => {
  const listed = () => ({
    tools: ["north", "south", "east"].map((name) => ({ name: `ping_${name}`, description: "Ping." })),
  });
  const call = (name: string) => {
    if (name === "ping_north") throw new ToolError("upstream_unavailable", "The line is dead.");
    return "pong";
  };
  const net = definePlugin({ name: "Net", prefix: "net", requireConfirm: false, adapter: { listTools: listed, call } });
  await using runtime = await createRuntime({ plugins: [net] });
  const names = async (query: string) => (await runtime.discover(query, me)).hits.map(({ name }) => name);
  expect(await names("ping")).toEqual(["ping_north", "ping_south", "ping_east"]);
  await runtime.call({ target: { plugin: "net", tool: "ping_north" } }, me).catch(() => {});
  expect(await names("ping")).toEqual(["ping_south", "ping_east", "ping_north"]);
  expect((await names("ping north"))[0]).toBe("ping_north");
  expect((await runtime.discover("ping north", me, { limit: 1 })).notes).toEqual([
    {
      plugin: "net",
      message: expect.stringMatching(/^"ping_north" failed with upstream_unavailable when it was last/),
    },
  ]);
  expect((await runtime.discover("ping south", me, { limit: 1 })).notes).toEqual([]);
});

test("help names no tool that is denied to the caller, however it failed", async () => {
  const denied = localCaller({ workspace: "house", caller: "guest" });
  const policy: Policy = {
    decide: ({ target, caller }) => ({ mode: caller.caller === "guest" && "tool" in target ? "deny" : "allow" }),
  };
  await using runtime = await createRuntime({ plugins: [shop({ call: down })], policy });
  await runtime.call(look, me).catch(() => {});
  expect(runtime.help(me).plugins[0]?.message).toContain('"look" failed');
  expect(JSON.stringify(runtime.help(denied))).not.toContain("look");
});

test("a list that could not be had is told of while the plugin connects again", async () => {
  const log = notebook();
  const login = new ToolError("login_required", "Log in at https://shop.example/login first.");
  const first = await createRuntime({
    ...{ plugins: [shop({ list: Promise.reject(login) })], health: log },
    log: () => {},
  });
  await first.discover("look", me);
  expect([...log.kept.values()]).toMatchObject([{ plugin: "shop", view: "", code: "login_required", failures: 1 }]);
  await first.close();

  let answer = () => {};
  const list = new Promise<never>((resolve) => {
    answer = resolve as () => void;
  });
  await using runtime = await createRuntime({ plugins: [shop({ list })], health: log });
  const { notes } = await runtime.discover("look", me);
  expect(notes[0]?.message).toMatch(
    /^is connecting; ask again for its tools\. It could not be reached \d+ seconds? ago: Log in at/,
  );
  expect(runtime.help(me).plugins[0]).toMatchObject({
    state: "connecting",
    message: expect.stringMatching(/^It could not be reached \d+ seconds? ago: Log in at/),
  });
  answer();
  expect(await runtime.tools(me)).toHaveLength(1);
  expect(runtime.help(me).plugins[0]?.message).toBeUndefined();
  expect(log.kept.size).toBe(0);
});

test("what a call was asked, and what a tool reports itself, is no failure of the tool", async () => {
  const log = notebook();
  const now: Parameters<typeof shop>[0] = {};
  await using runtime = await createRuntime({ plugins: [shop(now)], health: log });
  const codes = ["invalid_arguments", "upstream_error", "missing_secret", "denied", "cancelled"] as const;
  for (const code of codes) {
    now.call = new ToolError(code, "no");
    await expect(runtime.call(look, me)).rejects.toThrow();
  }
  await runtime.call({ target: { plugin: "shop", tool: "nothing" } }, me).catch(() => {});
  expect(log.kept.size).toBe(0);
});

test("a log that fails harms no call and no start, and that it failed is reported", async () => {
  const broken = (): never => {
    throw new Error("the disk is full");
  };
  const told: string[] = [];
  await using runtime = await createRuntime({
    plugins: [shop({ call: down })],
    health: { read: async () => broken(), failed: broken, recovered: broken, flush: async () => broken() },
    log: (_, words) => told.push(String(words)),
  });
  expect(told.join()).toContain("What failed before is not known: the disk is full");
  await expect(runtime.call(look, me)).rejects.toMatchObject({ code: "upstream_unavailable" });
  expect((await runtime.explain(look.target, me)).reasons.join(" ")).toContain("when it was last called");
});

test("at most 1,000 are remembered, and what is forgotten is forgotten in the log too", async () => {
  const log = notebook();
  const names = Array.from({ length: 1_100 }, (_, index) => `tool_${index}`);
  const tools = names.map((name) => ({ name, inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }));
  const fail = () => Promise.reject(down);
  const plugin: Plugin = {
    ...{ name: "Many", prefix: "many", readonlyTools: names },
    adapter: { listTools: () => ({ tools }), call: fail },
  };
  await using runtime = await createRuntime({ plugins: [plugin], health: log });
  for (const tool of names) await runtime.call({ target: { plugin: "many", tool } }, me).catch(() => {});
  expect(log.kept.size).toBe(1_000);
  expect(log.kept.has("many tool_99 house")).toBe(false);
  expect(log.kept.has("many tool_100 house")).toBe(true);
  expect(runtime.help(me).plugins[0]?.message).toContain("; and 997 more");
});

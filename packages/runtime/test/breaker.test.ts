import { type Caller, definePlugin, localCaller, ToolError, type ToolResult } from "@agent-tools/contract";
import { settle } from "@agent-tools/schema";
import { afterEach, describe, expect, test, vi } from "vitest";
import { expose, type Runtime } from "../src/index.js";
import { me, office, recorded } from "./office.js";

afterEach(() => {
  vi.useRealTimers();
});

const write = { plugin: "office", tool: "add_note" };

async function opened(coolDownMs?: number) {
  const { plugin, notes } = office();
  const { runtime } = await recorded({ plugins: [plugin], ...(coolDownMs === undefined ? {} : { coolDownMs }) });
  const add = (text: unknown, caller: Caller = me) =>
    runtime.call({ target: write, arguments: { text }, confirm: true }, caller);
  const fail = async (text: unknown = [1, 2], caller: Caller = me): Promise<ToolError> => {
    const error = await add(text, caller).catch((thrown: unknown) => thrown);
    if (!ToolError.is(error)) throw new Error("The call did not fail.");
    return error;
  };
  return { runtime, notes, add, fail };
}

/** The last JSON object in a hint. */
function exampleIn(hint: string): Record<string, unknown> {
  return JSON.parse(/\{.*\}/.exec(hint)?.[0] ?? "null");
}

describe("a call that fails the same way again", () => {
  test("R17 is refused from the fourth time on, and goes on once something changes", async () => {
    const { add, fail } = await opened();
    const errors: ToolError[] = [];
    for (let turn = 0; turn < 20; turn += 1) errors.push(await fail());
    expect(errors.slice(0, 3).map(({ code }) => code)).toEqual(Array(3).fill("invalid_arguments"));
    expect(errors[1]?.hint).not.toBe(errors[0]?.hint);
    expect(errors[2]?.hint).toContain("Stop");
    expect(errors.slice(3).map(({ code }) => code)).toEqual(Array(17).fill("stop_retrying"));
    expect((await fail({ no: 1 })).code).toBe("invalid_arguments");
    await expect(add("fine")).resolves.toMatchObject({ status: "done" });
  });

  test.each(["compact", "per-plugin"] as const)("R17 also where a %s facade cannot settle it", async (how) => {
    const { runtime } = await opened();
    const exposure = expose(runtime, how);
    const [name, named] = how === "compact" ? ["call", { plugin: "office" }] : ["agent_tools_office_call", {}];
    const codes: unknown[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const input = { ...named, toolName: "add_note", arguments: { text: [1, 2] }, confirm: true };
      codes.push(errorOf(await exposure.callTool(name, input, { caller: me })).code);
    }
    expect(codes).toEqual([...Array(3).fill("invalid_arguments"), ...Array(3).fill("stop_retrying")]);
  });

  test("may be called again after the cool-down, whose end is told", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { fail } = await opened(5_000);
    for (let turn = 0; turn < 3; turn += 1) await fail();
    vi.setSystemTime(Date.now() + 1_000);
    expect(await fail()).toMatchObject({ code: "stop_retrying", retryAfterMs: 4_000 });
    vi.setSystemTime(Date.now() + 4_001);
    expect((await fail()).code).toBe("invalid_arguments");
    expect((await fail()).code).toBe("stop_retrying");
  });

  test("counts anew after a success, with other arguments, after another failure, and not by the order of properties", async () => {
    const { runtime, add, fail } = await opened();
    const first = (await fail()).hint;
    await fail();
    await add("fine");
    expect((await fail()).hint).toBe(first);
    await fail([3, 4]);
    expect((await fail()).hint).toBe(first);

    const differently = async (options: object) =>
      (await runtime.call({ target: write, arguments: { text: "x" }, ...options }, me).catch((error) => error)).hint;
    const unconfirmed = await differently({});
    await differently({ isReadOnly: true });
    expect(await differently({})).toBe(unconfirmed);

    await fail({ a: 1, b: 2 });
    expect((await fail({ b: 2, a: 1 })).hint).not.toBe(first);
  });

  test("counts for its own conversation and caller alone", async () => {
    const { fail } = await opened();
    for (let turn = 0; turn < 3; turn += 1) await fail();
    expect((await fail()).code).toBe("stop_retrying");
    for (const other of [{ conversation: "other" }, { caller: "eve" }, { agent: "other" }, { workspace: "other" }]) {
      expect((await fail([1, 2], localCaller(other))).code).toBe("invalid_arguments");
    }
  });

  test("is forgotten where 2,000 others have failed since, so that memory is bounded", async () => {
    const { fail } = await opened();
    const first = (await fail()).hint;
    const conversation = (index: number) => localCaller({ conversation: `c-${index}` });
    for (let index = 0; index < 1_999; index += 1) await fail([1, 2], conversation(index));
    expect((await fail()).hint).not.toBe(first);
    for (let index = 0; index < 2_000; index += 1) await fail([1, 2], conversation(index));
    expect((await fail()).hint).toBe(first);
  });

  test("may hold itself, or hold what is no JSON", async () => {
    const { fail } = await opened();
    const own: Record<string, unknown> = {};
    own["own"] = own;
    for (const text of [own, [1n]]) {
      const codes = [];
      for (let turn = 0; turn < 4; turn += 1) codes.push((await fail(text)).code);
      expect(codes.at(-1)).toBe("stop_retrying");
    }
  });
});

describe("the second time, the hint holds a worked example", () => {
  test("which is the arguments of the target, and fits its schema", async () => {
    const { fail } = await opened();
    expect((await fail()).hint).not.toContain("{");
    const { hint } = await fail();
    expect(exampleIn(hint)).toEqual({ text: "<text>" });
    expect((await fail()).hint).not.toContain("{");
  });

  test.each([
    ["compact", "call", { plugin: "office", toolName: "add_note", arguments: { text: "<text>" }, confirm: true }],
    ["per-plugin", "agent_tools_office_call", { toolName: "add_note", arguments: { text: "<text>" }, confirm: true }],
    ["native", "office__add_note", { text: "<text>" }],
  ] as const)("which is the very call that the %s exposure takes", async (how, name, right) => {
    const { runtime, notes } = await opened();
    const exposure = expose(runtime, how);
    const wrong = how === "native" ? { text: [1, 2] } : { ...right, arguments: { text: [1, 2] } };
    const session = { caller: me };
    await exposure.callTool(name, wrong, session);
    const { hint } = errorOf(await exposure.callTool(name, wrong, session));
    expect(exampleIn(hint)).toEqual(right);
    const io = { ask: async () => ({ approval: { action: "accept", content: { approve: true } } }) };
    expect(await exposure.callTool(name, exampleIn(hint), session, io)).not.toHaveProperty("isError");
    expect(notes).toEqual(["<text>"]);
  });

  test("which is the same call with its confirmation, where that alone is missing", async () => {
    const { runtime, notes } = await opened();
    const exposure = expose(runtime, "compact");
    const unconfirmed = { plugin: "office", toolName: "add_note", arguments: { text: "milk" } };
    await exposure.callTool("call", unconfirmed, { caller: me });
    const { hint } = errorOf(await exposure.callTool("call", unconfirmed, { caller: me }));
    expect(exampleIn(hint)).toEqual({ ...unconfirmed, confirm: true });
    await exposure.callTool("call", exampleIn(hint), { caller: me });
    expect(notes).toEqual(["milk"]);
  });

  test("without a confirmation where what is called only reads, or needs none", async () => {
    const bare = definePlugin({
      ...failing(() => ({})),
      requireConfirm: false,
    });
    for (const plugin of [bare, definePlugin({ ...failing(() => ({})), readonlyTools: ["find"] })]) {
      const { runtime } = await recorded({ plugins: [plugin] });
      expect(exampleIn(await secondHint(runtime, { id: [] }))).toEqual({
        plugin: "failing",
        toolName: "find",
        arguments: { id: 1 },
      });
    }
  });

  test("also where the tool itself fails, in a text beside its own words, but never the call that has just failed", async () => {
    const failure = { content: [{ type: "text", text: "no such id" }], isError: true };
    const plugin = definePlugin({ ...failing(() => failure), readonlyTools: ["find"] });
    const { runtime } = await recorded({ plugins: [plugin] });
    const exposure = expose(runtime, "compact");
    const find = async (id: number) =>
      (await exposure.callTool(
        "call",
        { plugin: "failing", toolName: "find", arguments: { id } },
        { caller: me },
      )) as ToolResult;
    await find(7);
    const second = await find(7);
    expect(second.content[0]).toEqual({ type: "text", text: "no such id" });
    expect(exampleIn(String(second.content[1]?.["text"]))).toMatchObject({ arguments: { id: 1 } });
    await find(1);
    expect(String((await find(1)).content[1]?.["text"])).not.toContain("{");
  });

  test("never for what is not there", async () => {
    const { runtime } = await opened();
    const exposure = expose(runtime, "compact");
    const call = () => exposure.callTool("call", { plugin: "office", toolName: "add_nota" }, { caller: me });
    await call();
    const { code, hint } = errorOf(await call());
    expect(code).toBe("unknown_target");
    expect(hint).not.toContain("{");
  });

  test("which says so where it is only the shape of a call that fits", async () => {
    const schema = { type: "object", properties: { id: { type: "string", pattern: "^[A-Z]{3}$" } }, required: ["id"] };
    const plugin = definePlugin({ ...failing(() => ({}), schema), readonlyTools: ["find"] });
    const { runtime } = await recorded({ plugins: [plugin] });
    const hint = await secondHint(runtime, { id: "abc" });
    expect(hint).toContain("The shape of a call that fits");
    expect(settle(schema, (exampleIn(hint)["arguments"] ?? {}) as object).error).toBeDefined();
  });
});

function failing(
  call: () => unknown,
  inputSchema: object = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
) {
  return {
    name: "Failing",
    prefix: "failing",
    adapter: { listTools: () => ({ tools: [{ name: "find", inputSchema }] }), call },
  };
}

async function secondHint(runtime: Runtime, args: object): Promise<string> {
  const exposure = expose(runtime, "compact");
  const call = () =>
    exposure.callTool("call", { plugin: "failing", toolName: "find", arguments: args }, { caller: me });
  await call();
  return errorOf(await call()).hint;
}

function errorOf(answer: object): { readonly code: string; readonly hint: string } {
  return (answer as { _meta: Record<string, { code: string; hint: string }> })._meta["agent-tools/error"] as never;
}

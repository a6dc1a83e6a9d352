import { definePlugin, type Json, localCaller, type ToolResult } from "@agent-tools/contract";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  createRuntime,
  type DoneOutcome,
  type ExposeOptions,
  type ExposureName,
  expose,
  type Runtime,
} from "../src/index.js";
import { head, tail } from "../src/results/cut.js";
import { createHandles } from "../src/results/handles.js";
import { me, textOf } from "./office.js";

const rows = Array.from({ length: 3_000 }, (_, id) => ({
  id,
  state: id % 3 === 0 ? "open" : "closed",
  title: `Número ${id} 🎉`,
}));
const text = Array.from({ length: 5_000 }, (_, line) => `line ${line} ✓`).join("\n");
const image = { type: "image", data: "A".repeat(90_000), mimeType: "image/png" };

async function opened(answers: Record<string, unknown>, how: ExposureName = "compact", options: ExposeOptions = {}) {
  const tools = Object.keys(answers).map((name) => ({
    name,
    ...(name.endsWith("_typed") ? { outputSchema: { type: "object" } } : {}),
  }));
  const plugin = definePlugin({
    name: "Data",
    prefix: "data",
    readonlyTools: Object.keys(answers),
    adapter: {
      listTools: () => ({ tools }),
      call: (name: string) => answers[name],
      resources: {
        list: () => ({ items: [{ uri: "data://notes" }] }),
        read: (uri) => {
          if (uri !== "data://notes") throw new Error("no such resource");
          return { contents: [{ uri, mimeType: "text/plain", text }] };
        },
      },
    },
  });
  const runtime = await createRuntime({ plugins: [plugin] });
  const exposure = expose(runtime, how, options);
  const call = async (name: string, args: unknown, caller = me) =>
    (await exposure.callTool(name, args, { caller })) as ToolResult;
  return {
    runtime,
    call,
    get: (toolName: string, more: object = {}) => call("call", { plugin: "data", toolName, ...more }),
  };
}

const allText = (result: ToolResult) => result.content.map((block) => String(block["text"] ?? "")).join("\n");
const handleOf = (result: ToolResult) => /"handle": "([\w-]{22})"/.exec(allText(result))?.[1] ?? "";

describe("results that are larger than the budget", () => {
  test("show their beginning, their end, their shape and a handle, in few bytes", async () => {
    const { get } = await opened({ rows, text });
    const shown = await get("rows");
    expect(Buffer.byteLength(allText(shown))).toBeLessThan(10_000);
    expect(shown.structuredContent).toBeUndefined();
    expect(allText(shown)).toMatch(/^\[\{"id":0,/);
    expect(allText(shown)).toContain('"id":2999');
    expect(allText(shown)).toContain("list of 3,000 × { id: number, state: text, title: text }");
    expect(handleOf(shown)).toHaveLength(22);
    expect(allText(await get("text"))).toContain("line 4999 ✓");
  });

  test("are as they were where they are within it", async () => {
    const small = { content: [{ type: "text", text: "hi" }], structuredContent: { a: 1 }, _meta: { x: 1 } };
    const { get } = await opened({ small, image: { content: [image] } });
    expect(await get("small")).toMatchObject(small);
    expect((await get("image")).content).toEqual([image]);
  });

  test("are also embedded resources with much text: a link stays, and the text is behind the handle", async () => {
    const resource = { uri: "data://notes", mimeType: "text/plain", text };
    const { call, get } = await opened({
      notes: {
        content: [
          { type: "text", text: "Here:" },
          { type: "resource", resource },
        ],
      },
    });
    const shown = await get("notes");
    expect(Buffer.byteLength(JSON.stringify(shown.content))).toBeLessThan(12_000);
    expect(shown.content).toContainEqual({
      type: "resource_link",
      uri: "data://notes",
      name: "data://notes",
      mimeType: "text/plain",
    });
    const end = await call("read", { handle: handleOf(shown), offset: text.length - 40 });
    expect(textOf(end)).toContain("line 4999 ✓");
  });

  test("are also those with too many lines", async () => {
    const { get } = await opened({ text: "a\n".repeat(3_000) });
    expect(handleOf(await get("text"))).toHaveLength(22);
  });

  test("read pages a list by items and a text by characters, to the end, without loss", async () => {
    const { call, get } = await opened({ rows, text });
    const items: Json[] = [];
    const handle = handleOf(await get("rows"));
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: ToolResult = await call("read", { handle, offset, limit: 700 });
      items.push(...JSON.parse(textOf(page)));
      offset = nextOffset(page);
    }
    expect(items).toEqual(rows);

    let read = "";
    const textHandle = handleOf(await get("text"));
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: ToolResult = await call("read", { handle: textHandle, offset });
      read += textOf(page);
      offset = nextOffset(page);
    }
    expect(read).toBe(text);
  });

  test("select projects with JMESPath, in read and in call, and a wrong one is refused before anything runs", async () => {
    const { call, get } = await opened({ rows });
    const select = "[?state == 'open'].id | [0:3]";
    const page = await call("read", { handle: handleOf(await get("rows")), select });
    expect(JSON.parse(textOf(page))).toEqual([0, 3, 6]);
    expect((await get("rows", { select })).structuredContent).toEqual([0, 3, 6]);
    const wrong = await get("rows", { select: "[?state ==" });
    expect(wrong.isError).toBe(true);
    expect(allText(wrong)).toMatch(/invalid_arguments: select .* is no JMESPath/);
  });

  test("a handle is its caller's alone, and a wrong one says what to do", async () => {
    const { call, get } = await opened({ rows });
    const handle = handleOf(await get("rows"));
    const stranger = await call("read", { handle }, localCaller({ caller: "eve" }));
    const unknown = await call("read", { handle: "AAAAAAAAAAAAAAAAAAAAAA" });
    expect(allText(stranger).replace(handle, "")).toBe(allText(unknown).replace("AAAAAAAAAAAAAAAAAAAAAA", ""));
    expect(allText(stranger)).toContain("make the call again");
  });

  test("where an output schema is listed: isError, result_too_large, the summary and a handle", async () => {
    const { call } = await opened({ rows_typed: { rows } }, "native");
    const shown = await call("data__rows_typed", {});
    expect(shown).toMatchObject({ isError: true, _meta: { "agent-tools/error": { code: "result_too_large" } } });
    expect(handleOf(shown)).toHaveLength(22);
  });

  test("read reads a resource by its URI, in pages", async () => {
    const { call } = await opened({});
    const page = await call("read", { uri: "data://notes", offset: 0, limit: 6 });
    expect(textOf(page)).toBe("line 0");
    expect(await call("read", { uri: "data://nothing" })).toMatchObject({ isError: true });
    expect(await call("read", {})).toMatchObject({ isError: true });
  });

  test("cuts never tear a character, and never exceed the bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 0, max: 120 }), (whole, bytes) => {
        const [first, last] = [head(whole, bytes), tail(whole, bytes)];
        expect(Buffer.byteLength(first)).toBeLessThanOrEqual(bytes);
        expect(Buffer.byteLength(last)).toBeLessThanOrEqual(bytes);
        expect(whole.startsWith(first)).toBe(true);
        expect(whole.endsWith(last)).toBe(true);
        expect(Buffer.from(first + last).toString()).toBe(first + last);
      }),
    );
  });
});

describe("handles", () => {
  test("end after 15 minutes", async () => {
    const { call, get } = await opened({ rows });
    const handle = handleOf(await get("rows"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 14 * 60_000 });
    try {
      expect((await call("read", { handle })).isError).not.toBe(true);
      vi.setSystemTime(Date.now() + 61_000);
      expect(textOf(await call("read", { handle }))).toContain("kept for 15 minutes");
    } finally {
      vi.useRealTimers();
    }
  });

  test("make room for each other: a caller's own first, and then the oldest of all", () => {
    const handles = createHandles();
    const MiB = 1024 * 1024;
    const callers = Array.from({ length: 5 }, (_, nth) => localCaller({ caller: `c${nth}` }));
    const [first = me] = callers;
    const old = handles.keep("old", 20 * MiB, first);
    const next = handles.keep("next", 20 * MiB, first);
    expect(() => handles.get(old, first)).toThrow("no result behind");
    expect(handles.get(next, first)).toBe("next");
    for (const caller of callers.slice(1)) handles.keep("other", 30 * MiB, caller);
    expect(() => handles.get(next, first)).toThrow("no result behind");
  });
});

describe("receipts", () => {
  const receiptOf = (result: ToolResult) => String(result._meta?.["agent-tools/receipt"]);

  test("say which call gave which result, and only for that result", async () => {
    const { runtime, get } = await opened({ small: { a: 1 } });
    const result = await get("small");
    const claims = runtime.verifyReceipt(receiptOf(result), result);
    expect(claims).toMatchObject({
      target: { plugin: "data", tool: "small" },
      caller: "local",
      callId: expect.any(String),
    });
    expect(runtime.verifyReceipt(receiptOf(result), { ...result, content: [] })).toBeUndefined();
    expect(runtime.verifyReceipt(`${receiptOf(result)}x`, result)).toBeUndefined();
    expect(runtime.verifyReceipt("nonsense")).toBeUndefined();
  });

  test("are recognised by every runtime that has the key, also after it was replaced, and by no other", async () => {
    const [older, newer] = ["k".repeat(32), "n".repeat(32)];
    const plugin = definePlugin({
      name: "P",
      prefix: "p",
      requireConfirm: false,
      adapter: { listTools: () => ({ tools: [{ name: "t" }] }), call: () => "x" },
    });
    const open = (keys?: string[]) => createRuntime({ plugins: [plugin], ...(keys ? { keys } : {}) });
    const made = (runtime: Runtime) => runtime.call({ target: { plugin: "p", tool: "t" } }, me) as Promise<DoneOutcome>;
    const { receipt, result } = await made(await open([older]));
    expect((await open([newer, older])).verifyReceipt(receipt, result)).toBeDefined();
    expect((await open([newer])).verifyReceipt(receipt, result)).toBeUndefined();
    expect((await open()).verifyReceipt(receipt, result)).toBeUndefined();
    await expect(open(["short"])).rejects.toMatchObject({ code: "invalid_configuration" });
  });
});

function nextOffset(page: ToolResult): number | undefined {
  const found = /"offset": (\d+)/.exec(String(page.content[1]?.["text"]));
  return found ? Number(found[1]) : undefined;
}

import { type McpProxyOptions, mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import {
  type Adapter,
  type Answers,
  type Ask,
  type Json,
  standaloneContext,
  standaloneHost,
  ToolError,
} from "@agent-tools/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failure } from "./failure.js";
import { httpServer, stdioServer, stopServers } from "./servers.js";

const servers: readonly (readonly [string, () => Promise<McpProxyOptions>])[] = [
  ["v1 over stdio", async () => stdioServer("v1")],
  ["v1 over HTTP", async () => ({ url: (await httpServer("v1")).url })],
  ["v2 over stdio, modern", async () => ({ ...stdioServer("v2"), era: "2026-07-28" })],
  ["v2 over HTTP, modern", async () => ({ url: (await httpServer("v2")).url })],
];

const LOG_LEVEL = { "io.modelcontextprotocol/logLevel": "debug" };

/** The plain text of a result. */
function text(result: unknown): string {
  return (result as { content: [{ text: string }] }).content[0].text;
}

/** A context that keeps what reached it and answers each question by its message. */
function client(name: string) {
  const seen = { progress: [] as number[], logs: [] as Json[], questions: [] as string[] };
  const context = standaloneContext({
    meta: LOG_LEVEL,
    progress: (done) => seen.progress.push(done),
    log: (_, data) => seen.logs.push(data),
    async ask(requests: Readonly<Record<string, Ask>>): Promise<Answers> {
      const answers = Object.entries(requests).map(([key, { params }]) => {
        seen.questions.push(String(params?.["message"]));
        return [key, { action: "accept", content: { sure: true, by: name } }] as const;
      });
      return Object.fromEntries(answers);
    },
  });
  return { context, seen };
}

describe.each(servers)("%s", (_, options) => {
  let adapter: Adapter;
  let told = 0;

  beforeAll(async () => {
    const host = standaloneHost({
      log() {},
      toolsChanged() {
        told += 1;
      },
    });
    adapter = mcpProxyAdapter(await options(), host);
    await adapter.listTools(standaloneContext());
  });

  afterAll(async () => {
    await adapter.close?.();
    await stopServers();
  });

  test("a cancelled call is cancelled upstream, and harms nothing else", async () => {
    const controller = new AbortController();
    const other = adapter.call("echo_later", { ms: 300, value: "other" }, standaloneContext());
    const context = standaloneContext({ signal: controller.signal, progress: () => controller.abort() });
    await expect(adapter.call("wait", {}, context)).rejects.toMatchObject({ code: "unknown_outcome" });
    expect(text(await other)).toBe("other");
    await expect.poll(async () => text(await adapter.call("cancellations", {}, standaloneContext()))).toBe("1");
  });

  test("a call that is cancelled before it is sent is not sent", async () => {
    const count = async () => Number(text(await adapter.call("count", {}, standaloneContext())));
    const before = await count();
    const context = standaloneContext({ signal: AbortSignal.abort() });
    await expect(adapter.call("count", {}, context)).rejects.toMatchObject({ code: "cancelled" });
    expect(await count()).toBe(before + 1);
  });

  test("R37 several calls at once each get their own questions, answers and progress", async () => {
    const clients = ["a", "b", "c", "d"].map((name) => ({ name, ...client(name) }));
    await Promise.all(
      clients.map(async ({ name, context, seen }) => {
        const other = adapter.call("echo_later", { ms: 20, value: name }, context);
        const result = await adapter.call("ask", { message: `question of ${name}`, about: name }, context);
        expect(JSON.parse(text(result)).content.by).toBe(name);
        expect(seen.questions).toEqual([`question of ${name}`]);
        expect(seen.progress.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
        expect(text(await other)).toBe(name);
      }),
    );
  });

  test("R37 a form, five steps of progress and a log message reach the call that caused them", async () => {
    const { context, seen } = client("one");
    const result = await adapter.call("ask", { message: "Really?", about: "one" }, context);
    expect(JSON.parse(text(result))).toEqual({ action: "accept", content: { sure: true, by: "one" } });
    expect(seen.questions).toEqual(["Really?"]);
    expect(seen.progress.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(seen.logs).toContainEqual({ about: "one" });
  });

  test("R37 a client that cannot answer makes a clear error, and the connection lives on", async () => {
    const refused = await failure(adapter.call("ask", {}, standaloneContext({ log() {} })));
    expect(ToolError.is(refused)).toBe(true);
    expect((refused as ToolError).message).toContain("nobody can answer");
    expect(text(await adapter.call("echo_later", { value: "alive" }, standaloneContext()))).toBe("alive");
  });

  test("other calls go on while a question waits for its answer", async () => {
    let answer = () => {};
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const waiting = standaloneContext({
      log() {},
      ask: (requests) => {
        asked();
        return new Promise((resolve) => {
          answer = () => resolve(Object.fromEntries(Object.keys(requests).map((key) => [key, { action: "decline" }])));
        });
      },
    });
    const held = adapter.call("ask", {}, waiting);
    await isAsked;
    expect(text(await adapter.call("echo_later", { value: "meanwhile" }, standaloneContext()))).toBe("meanwhile");
    const { context, seen } = client("other");
    expect(JSON.parse(text(await adapter.call("ask", { message: "Mine?" }, context))).content.by).toBe("other");
    expect(seen.questions).toEqual(["Mine?"]);
    answer();
    expect(JSON.parse(text(await held))).toEqual({ action: "decline" });
  });

  test("several rounds of questions and a sampling request are answered", async () => {
    const { context, seen } = client("one");
    expect(JSON.parse(text(await adapter.call("ask_twice", {}, context)))).toHaveLength(2);
    expect(seen.questions).toEqual(["Sure?", "Really?"]);
    const answer = { model: "m", role: "assistant", content: { type: "text", text: "4" } };
    const sampling = standaloneContext({
      ask: async (requests) => {
        const [[key, { method }]] = Object.entries(requests) as [[string, Ask]];
        expect(method).toBe("sampling/createMessage");
        return { [key]: answer };
      },
    });
    expect(JSON.parse(text(await adapter.call("sample", {}, sampling)))).toMatchObject(answer);
  });

  test("a changed list is told, and the next listing has it", async () => {
    const before = await adapter.listTools(standaloneContext());
    await expect.poll(async () => (await adapter.call("grow", {}, standaloneContext())) && told).toBeGreaterThan(0);
    const after = await adapter.listTools(standaloneContext());
    expect(after.tools.length).toBeGreaterThan(before.tools.length);
  });

  test("a subscription to a resource is served until it is ended", async () => {
    const updates: string[] = [];
    const stop = await adapter.resources?.subscribe?.("sink://note", (uri) => updates.push(uri), standaloneContext());
    await expect
      .poll(async () => (await adapter.call("touch", {}, standaloneContext())) && updates.length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    await stop?.();
    const count = updates.length;
    await adapter.call("touch", {}, standaloneContext());
    await adapter.call("echo_later", { ms: 50 }, standaloneContext());
    expect(updates.every((uri) => uri === "sink://note")).toBe(true);
    expect(updates.length).toBe(count);
  });
});

import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localCaller, memoryStore, standaloneContext } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { failure } from "./failure.js";
import { closeProxiesAfterEach, proxy } from "./proxies.js";
import { rawServer, stdioServer } from "./servers.js";

closeProxiesAfterEach();

const context = () => standaloneContext();

/** A server that notes each of its starts. */
async function counted(options: object = {}) {
  const starts = join(await mkdtemp(join(tmpdir(), "mcp-proxy-")), "starts");
  const pids = async () => (await readFile(starts, "utf8").catch(() => "")).split("\n").filter(Boolean).map(Number);
  return { server: { ...rawServer({ ...options, starts }), era: "legacy" as const }, pids };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("nothing is started before it is needed, and then once however many wait for it", async () => {
  const { server, pids } = await counted();
  const adapter = proxy(server);
  expect(await adapter.health?.()).toMatchObject({ status: "ok" });
  expect(await pids()).toEqual([]);
  await Promise.all(Array.from({ length: 20 }, () => adapter.call("scalar", {}, context())));
  await adapter.listTools(context());
  expect(await pids()).toHaveLength(1);
});

describe("the stored list", () => {
  test("is answered before the server is up, and does not start it", async () => {
    const { server, pids } = await counted();
    const store = memoryStore();
    const first = await proxy(server, { store }).listTools(context());
    expect(await proxy(server, { store }).listTools(context())).toEqual(first);
    expect(await pids()).toHaveLength(1);
  });

  test("is replaced by the server's own when it is up, and the change is told", async () => {
    const store = memoryStore();
    const { server } = await counted();
    await proxy(server, { store }).listTools(context());
    const [entry] = await store.list(["mcp-proxy"]).then((all) => all.filter(({ key }) => key.includes("catalogue")));
    const stored = entry?.value as { tools: unknown[] };
    await store.set(entry?.key ?? [], { ...stored, tools: [{ name: "gone" }, { name: "scalar" }] } as never);
    let changed = () => {};
    const told = new Promise<void>((resolve) => {
      changed = resolve;
    });
    const adapter = proxy(server, { store, toolsChanged: () => changed() });
    expect((await adapter.listTools(context())).tools.map((tool) => tool.name)).toEqual(["gone", "scalar"]);
    await adapter.call("scalar", {}, context());
    await told;
    expect((await adapter.listTools(context())).tools).toHaveLength(11);
    await expect(adapter.call("gone", {}, context())).rejects.toMatchObject({ code: "unknown_target" });
  });

  test("is not believed for ever", async () => {
    const { server, pids } = await counted();
    const store = memoryStore();
    await proxy({ ...server, cacheMs: 1 }, { store }).listTools(context());
    await expect
      .poll(() => store.list(["mcp-proxy"]).then((all) => all.filter(({ key }) => key.includes("catalogue"))))
      .toEqual([]);
    await proxy({ ...server, cacheMs: 1 }, { store }).listTools(context());
    expect(await pids()).toHaveLength(2);
  });
});

test("R27 a server that does not answer delays nobody else, and says that it is connecting", async () => {
  const hanging = proxy({ ...rawServer({ start: "hang" }), era: "legacy" });
  const slow = proxy({ ...rawServer({ listDelayMs: 60_000 }), era: "legacy" });
  const controller = new AbortController();
  const waiting = [hanging, slow].map((adapter) =>
    failure(adapter.listTools(standaloneContext({ signal: controller.signal }))),
  );
  const { tools } = await proxy(rawServer()).listTools(context());
  expect(tools).not.toEqual([]);
  await expect.poll(() => slow.health?.()).toMatchObject({ status: "connecting" });
  expect(await hanging.health?.()).toMatchObject({ status: "connecting" });
  controller.abort();
  for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: "cancelled" });
});

test("a server that dies in a call leaves an unknown outcome, and the next call starts it again", async () => {
  const adapter = proxy({ ...rawServer(), era: "legacy" });
  await adapter.listTools(context());
  await expect(adapter.call("die", {}, context())).rejects.toMatchObject({
    code: "unknown_outcome",
    message: expect.stringContaining("code 7"),
  });
  // It had started, and this is what is said until the pause is over.
  expect(await adapter.health?.()).toEqual({ status: "down", message: expect.stringMatching(/went down: .*code 7/) });
  await expect
    .poll(async () => adapter.call("count", {}, context()), { timeout: 10_000 })
    .toMatchObject({ content: [{ text: "1" }] });
});

test("a start that fails is not tried again at once, and later each time", async () => {
  const { server, pids } = await counted({ start: "fail" });
  const adapter = proxy({ ...server, name: "broken" });
  const attempt = () => failure(adapter.call("scalar", {}, context()));
  expect(await attempt()).toMatchObject({ code: "upstream_unavailable" });
  expect(await attempt()).toMatchObject({ code: "upstream_unavailable", retryAfterMs: expect.any(Number) });
  expect(await pids()).toHaveLength(1);
  expect(await adapter.health?.()).toMatchObject({ status: "down", message: expect.stringContaining("broken") });
  await expect.poll(async () => (await attempt()) && (await pids()).length, { timeout: 10_000 }).toBe(2);
  const { retryAfterMs } = (await attempt()) as { retryAfterMs: number };
  expect(retryAfterMs).toBeGreaterThan(1_000);
});

test("an idle server is ended, and starts again with the next call", async () => {
  const { server, pids } = await counted();
  const adapter = proxy({ ...server, idleMs: 20 });
  await adapter.call("scalar", {}, context());
  const [first] = (await pids()) as [number];
  await expect.poll(() => isAlive(first), { timeout: 5_000 }).toBe(false);
  expect(await adapter.health?.()).toMatchObject({ status: "ok" });
  await adapter.call("scalar", {}, context());
  expect(await pids()).toHaveLength(2);
});

test("a link that has reached its lifetime is replaced, and its calls are finished first", async () => {
  const adapter = proxy({ ...rawServer(), era: "legacy", lifetimeMs: 700 });
  const long = adapter.call("echo_later", { ms: 1_200, value: "finished" }, context());
  await expect
    .poll(async () => text(await adapter.call("count", { by: 10 }, context())), { interval: 200, timeout: 10_000 })
    .not.toMatch(/[2-9]0/);
  expect(text(await long)).toBe("finished");
});

test("a subscription keeps an idle server up, and survives its end", async () => {
  const adapter = proxy({ ...stdioServer("v1"), era: "legacy", idleMs: 1 });
  let updates = 0;
  const updated = () => {
    updates += 1;
  };
  const stop = await adapter.resources?.subscribe?.("sink://note", updated, context());
  await adapter.call("count", {}, context());
  await adapter.call("echo_later", { ms: 20 }, context());
  expect(text(await adapter.call("count", {}, context()))).toBe("2");
  await expect(adapter.call("die", {}, context())).rejects.toMatchObject({ code: "unknown_outcome" });
  await expect.poll(() => updates, { timeout: 10_000 }).toBe(1);
  await adapter.call("touch", {}, context());
  await expect.poll(() => updates, { timeout: 10_000 }).toBe(2);
  await stop?.();
});

test("each caller has a server of its own", async () => {
  const adapter = proxy({ ...rawServer(), era: "legacy" });
  const as = (name: string) => standaloneContext({ caller: localCaller({ caller: name }) });
  expect(text(await adapter.call("count", {}, as("ann")))).toBe("1");
  expect(text(await adapter.call("count", {}, as("ben")))).toBe("1");
  expect(text(await adapter.call("count", {}, as("ann")))).toBe("2");
});

test("a changed secret makes a new connection", async () => {
  const adapter = proxy({ ...rawServer(), era: "legacy", env: { TOKEN: "{{secrets.TOKEN}}" } });
  const tokenWith = async (TOKEN: string) => {
    const result = await adapter.call("environment", {}, standaloneContext({ secrets: { TOKEN } }));
    return JSON.parse(text(result)).TOKEN;
  };
  expect(await tokenWith("first-token")).toBe("first-token");
  expect(await tokenWith("second-token")).toBe("second-token");
  await expect(adapter.call("count", {}, context())).rejects.toMatchObject({ code: "missing_secret" });
});

test("after close nothing is started any more", async () => {
  const { server, pids } = await counted();
  const adapter = proxy(server);
  await adapter.close?.();
  await expect(adapter.listTools(context())).rejects.toMatchObject({ code: "closed" });
  expect(await pids()).toEqual([]);
});

function text(result: unknown): string {
  return (result as { content: [{ text: string }] }).content[0].text;
}

import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore, standaloneContext } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { failure } from "./failure.js";
import { closeProxiesAfterEach, proxy } from "./proxies.js";
import { httpServer, rawServer, stdioServer } from "./servers.js";

closeProxiesAfterEach();

const call = (adapter: ReturnType<typeof proxy>, name: string) => adapter.call(name, {}, standaloneContext());
/** The SDK's server sends a list as structured content in the modern era only. */
const MODERN_ONLY = { structuredContent: [1, 2, 3] };

async function startsFile(): Promise<{ starts: string; count(): Promise<number> }> {
  const starts = join(await mkdtemp(join(tmpdir(), "mcp-proxy-")), "starts");
  return { starts, count: async () => (await readFile(starts, "utf8").catch(() => "")).split("\n").length - 1 };
}

describe("auto", () => {
  test("speaks the modern era to a server that offers it, over stdio and HTTP", async () => {
    expect(await call(proxy(stdioServer("v2")), "array")).toMatchObject(MODERN_ONLY);
    expect(await call(proxy({ url: (await httpServer("v2")).url }), "array")).toMatchObject(MODERN_ONLY);
  });

  test("speaks the legacy era to a server that does not know the question", async () => {
    const adapter = proxy(rawServer());
    expect(await call(adapter, "scalar")).toEqual({ content: [], structuredContent: "text" });
  });

  test("gives a program that ends at the question a second life, and remembers the verdict", async () => {
    const { starts, count } = await startsFile();
    const store = memoryStore();
    const server = rawServer({ start: "exit", starts });
    expect(await call(proxy(server, { store }), "scalar")).toMatchObject({ structuredContent: "text" });
    expect(await count()).toBe(2);
    expect(await call(proxy(server, { store }), "scalar")).toMatchObject({ structuredContent: "text" });
    expect(await count()).toBe(3);
  });

  test("greets a server that is silent to the question the old way, on the same process", async () => {
    const { starts, count } = await startsFile();
    const adapter = proxy(rawServer({ start: "ignore", starts }));
    expect(await call(adapter, "scalar")).toMatchObject({ structuredContent: "text" });
    expect(await count()).toBe(1);
  });
});

describe("a pinned era", () => {
  test("legacy is spoken to a server of both", async () => {
    const adapter = proxy({ ...stdioServer("v2"), era: "legacy" });
    await expect(call(adapter, "array")).rejects.toMatchObject({ code: "upstream_error" });
  });

  test.each([
    ["stdio", async () => rawServer()],
    ["HTTP", async () => ({ url: (await httpServer("v1")).url })],
  ])("2026-07-28 on a legacy server over %s fails with what to do", async (_, server) => {
    const adapter = proxy({ ...(await server()), era: "2026-07-28", name: "old" });
    const error = await failure(adapter.listTools(standaloneContext()));
    expect(error).toMatchObject({ code: "upstream_unavailable", message: expect.stringMatching(/"old".*era/s) });
  });
});

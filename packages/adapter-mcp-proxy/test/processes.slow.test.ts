import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { mcpProxyAdapter, type StdioServer } from "@agent-tools/adapter-mcp-proxy";
import { standaloneContext, standaloneHost } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { failure } from "./failure.js";
import { closeProxiesAfterEach, proxy } from "./proxies.js";
import { fixture, httpServer, rawServer } from "./servers.js";

closeProxiesAfterEach();

/** The wrapper with a grandchild that ignores SIGTERM and the end of input, and the file of its process ids. */
async function wrapper(): Promise<{ server: StdioServer; ids(): Promise<number[]> }> {
  const file = join(await mkdtemp(join(tmpdir(), "mcp-proxy-")), "ids");
  return {
    server: fixture("wrapper.mjs", file),
    ids: async () => (await readFile(file, "utf8")).trim().split("\n").map(Number),
  };
}

/** Those of the processes that are there. A zombie that nobody has collected yet is not. */
async function alive(ids: readonly number[]): Promise<number[]> {
  const states = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => undefined)));
  return ids.filter((_, index) => {
    const state = states[index]?.split(") ").at(1)?.[0];
    return state !== undefined && state !== "Z";
  });
}

/** How many TCP connections to the server there are, from /proc: those that are being given up do not count. */
function socketsTo(url: string): () => Promise<number> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
  const ESTABLISHED = "01";
  return async () => {
    const lines = (await readFile("/proc/net/tcp", "utf8")).split("\n").map((line) => line.trim().split(/\s+/));
    return lines.filter(([, , to, state]) => to?.endsWith(`:${port}`) && state === ESTABLISHED).length;
  };
}

async function startHost(server: StdioServer, atEnd: string): Promise<ChildProcess> {
  const host = fileURLToPath(new URL("fixtures/host.ts", import.meta.url));
  const args = ["--conditions=@agent-tools/source", "--import", "tsx", host, JSON.stringify(server), atEnd];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  await once(createInterface(child.stdout), "line");
  return child;
}

describe.skipIf(process.platform !== "linux")("processes", () => {
  test("R23 fifty times connect, list and close leave no process behind", { timeout: 240_000 }, async () => {
    const { server, ids } = await wrapper();
    const cycle = async () => {
      const adapter = mcpProxyAdapter({ ...server, era: "legacy" }, standaloneHost({ log() {} }));
      expect((await adapter.listTools(standaloneContext())).tools).not.toEqual([]);
      await adapter.close?.();
    };
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 10 }, cycle));
    expect(await ids()).toHaveLength(100);
    expect(await alive(await ids())).toEqual([]);
  });

  test.each(["v1", "v2"] as const)(
    "R23 fifty times connect, list and close over HTTP (%s) leave no socket behind",
    { timeout: 240_000 },
    async (line) => {
      const { url } = await httpServer(line);
      const cycle = async () => {
        const adapter = mcpProxyAdapter({ url }, standaloneHost({ log() {} }));
        expect((await adapter.listTools(standaloneContext())).tools).not.toEqual([]);
        await adapter.close?.();
      };
      // What is loaded and opened once is not counted.
      await cycle();
      await expect.poll(socketsTo(url), { timeout: 10_000 }).toBe(0);
      for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 10 }, cycle));
      await expect.poll(socketsTo(url), { timeout: 10_000 }).toBe(0);
    },
  );

  test.concurrent.for(["close", "exit"])(
    "R23 the end of the host's input (%s) leaves no process behind",
    async (atEnd, { expect }) => {
      const { server, ids } = await wrapper();
      const child = await startHost(server, atEnd);
      expect(await alive(await ids())).toHaveLength(2);
      child.stdin?.end();
      await once(child, "exit");
      await expect.poll(async () => alive(await ids()), { timeout: 10_000 }).toEqual([]);
    },
  );

  test.concurrent.for(["SIGKILL", "SIGTERM"] as const)(
    "R23 %s of the host leaves no process behind",
    async (signal, { expect }) => {
      const { server, ids } = await wrapper();
      const child = await startHost(server, "ignore");
      expect(await alive(await ids())).toHaveLength(2);
      child.kill(signal);
      await once(child, "exit");
      await expect.poll(async () => alive(await ids()), { timeout: 10_000 }).toEqual([]);
    },
  );

  test("R23 a start that is given up leaves no process behind", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "mcp-proxy-")), "ids");
    const adapter = proxy({ ...fixture("wrapper.mjs", file, '{"start":"hang"}'), startTimeoutMs: 1_500 });
    await expect(adapter.listTools(standaloneContext())).rejects.toMatchObject({ code: "upstream_unavailable" });
    await adapter.close?.();
    expect(await alive((await readFile(file, "utf8")).trim().split("\n").map(Number))).toEqual([]);
  });
});

describe("a child's environment", () => {
  test("holds what is given and named, and of this process only the harmless", async () => {
    process.env["MCP_PROXY_TEST_SECRET"] = "not for children";
    process.env["MCP_PROXY_TEST_NAMED"] = "for this child";
    const adapter = proxy({
      ...rawServer(),
      env: { GIVEN: "yes", TOKEN: "{{secrets.TOKEN}}" },
      inheritEnv: ["MCP_PROXY_TEST_NAMED"],
    });
    const context = standaloneContext({ secrets: { TOKEN: "s3cret" } });
    const result = (await adapter.call("environment", {}, context)) as { content: [{ text: string }] };
    const environment = JSON.parse(result.content[0].text);
    expect(environment).toMatchObject({ GIVEN: "yes", TOKEN: "s3cret", MCP_PROXY_TEST_NAMED: "for this child" });
    expect(environment).toHaveProperty("PATH");
    expect(environment).not.toHaveProperty("MCP_PROXY_TEST_SECRET");
    delete process.env["MCP_PROXY_TEST_SECRET"];
    delete process.env["MCP_PROXY_TEST_NAMED"];
  });
});

describe("what a child prints", () => {
  test("R25 a banner and log lines on stdout are tolerated and reported once", async () => {
    const adapter = proxy(rawServer({ banner: "Welcome to raw!" }));
    expect((await adapter.listTools(standaloneContext())).tools).not.toEqual([]);
    await adapter.call("array", {}, standaloneContext());
    const reports = adapter.logged.filter(({ data }) => JSON.stringify(data).includes("on stdout"));
    expect(reports).toEqual([{ level: "warning", data: expect.objectContaining({ firstLine: "Welcome to raw!" }) }]);
  });

  test("R25 a message with something before it on its line is read", async () => {
    const adapter = proxy(rawServer({ sameLine: "debug> " }));
    expect(await adapter.call("scalar", {}, standaloneContext())).toMatchObject({ structuredContent: "text" });
  });

  test("stderr is logged under the server's name", async () => {
    const adapter = proxy({ ...rawServer({ stderr: "loading" }), name: "raw" });
    await adapter.listTools(standaloneContext());
    expect(adapter.logged).toContainEqual({ level: "info", data: { source: "raw", stderr: "loading" } });
  });

  test("a start that fails quotes the last words, without the secrets", async () => {
    const adapter = proxy({ ...rawServer({ start: "fail" }), env: { NEEDED: "{{secrets.NEEDED}}" }, name: "raw" });
    const context = standaloneContext({ secrets: { NEEDED: "s3cret-value" } });
    const error = String(await failure(adapter.listTools(context)));
    expect(error).toContain('"raw" did not start');
    expect(error).toContain("cannot start without");
    expect(error).not.toContain("s3cret-value");
    expect(JSON.stringify(adapter.logged)).not.toContain("s3cret-value");
  });

  test.each([
    ["a command that does not exist", { command: "no-such-program-here" }, "was not found"],
    ["a command that is no program", { command: import.meta.dirname }, "may not be run"],
    ["a working directory that does not exist", { ...rawServer(), cwd: "/no/such/place" }, "does not exist"],
  ])("%s is named", async (_, server, words) => {
    const error = await failure(proxy(server).listTools(standaloneContext()));
    expect(error).toMatchObject({ code: "upstream_unavailable", message: expect.stringContaining(words) });
  });
});

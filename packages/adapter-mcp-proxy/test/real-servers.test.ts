import { mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standaloneContext } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { closeProxiesAfterEach, proxy } from "./proxies.js";
import { npmServer } from "./servers.js";

closeProxiesAfterEach();

describe("servers from npm", () => {
  test("server-filesystem lists its tools and reads a file", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "mcp-proxy-")));
    await writeFile(join(folder, "note.txt"), "hello");
    const adapter = proxy(npmServer("filesystem", folder));
    const { tools } = await adapter.listTools(standaloneContext());
    expect(tools.map((tool) => tool.name)).toContain("read_text_file");
    const result = await adapter.call("read_text_file", { path: join(folder, "note.txt") }, standaloneContext());
    expect(result).toMatchObject({
      content: [{ type: "text", text: "hello" }],
      structuredContent: { content: "hello" },
    });
  });

  test("server-everything reports progress, resources, templates, prompts and instructions", async () => {
    const adapter = proxy(npmServer("everything", "stdio"));
    const context = standaloneContext();
    const steps: number[] = [];
    await adapter.call(
      "trigger-long-running-operation",
      { duration: 0.3, steps: 3 },
      standaloneContext({ progress: (done) => steps.push(done) }),
    );
    expect(steps).toEqual([1, 2, 3]);
    const resources = await adapter.resources?.list(undefined, context);
    const [first] = resources?.items ?? [];
    expect(await adapter.resources?.read(String(first?.["uri"]), context)).toMatchObject({
      contents: [expect.any(Object)],
    });
    expect((await adapter.resources?.listTemplates?.(undefined, context))?.items).not.toEqual([]);
    expect(await adapter.prompts?.get("simple-prompt", {}, context)).toMatchObject({ messages: expect.any(Array) });
    expect(await adapter.discoverContext?.(context)).toEqual({ instructions: expect.any(String) });
    expect(await adapter.health?.()).toEqual({ status: "ok" });
  });
});

import type { McpProxyOptions } from "@agent-tools/adapter-mcp-proxy";
import { standaloneContext } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { contents, definitions, prompt, resource, sinkResult, template } from "./kitchen.js";
import { closeProxiesAfterEach, proxy } from "./proxies.js";
import { httpServer, rawServer, stdioServer } from "./servers.js";

closeProxiesAfterEach();

const servers: readonly (readonly [string, () => Promise<McpProxyOptions>])[] = [
  ["v1 over stdio", async () => stdioServer("v1")],
  ["v1 over HTTP, streamed", async () => ({ url: (await httpServer("v1")).url })],
  ["v1 over HTTP, JSON answers", async () => ({ url: (await httpServer("v1", { json: true })).url })],
  ["v2 over stdio, legacy", async () => ({ ...stdioServer("v2"), era: "legacy" })],
  ["v2 over stdio, modern", async () => ({ ...stdioServer("v2"), era: "2026-07-28" })],
  ["v2 over HTTP, modern", async () => ({ url: (await httpServer("v2")).url })],
];

describe.each(servers)("%s", (_, options) => {
  test("R31 R33 every field of a definition and a result arrives as it was sent", async () => {
    const adapter = proxy(await options());
    const context = standaloneContext();
    const { tools } = await adapter.listTools(context);
    expect(tools).toEqual(definitions);
    expect(await adapter.describe?.("kitchen_sink", context)).toEqual(definitions[0]);
    expect(await adapter.call("kitchen_sink", {}, context)).toMatchObject(sinkResult);
    expect(await adapter.call("empty", {}, context)).toMatchObject({ content: [], structuredContent: { is: "kept" } });
    expect(await adapter.call("fail", {}, context)).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "It went wrong." }],
    });
    expect(await adapter.resources?.list(undefined, context)).toMatchObject({ items: [resource] });
    expect(await adapter.resources?.listTemplates?.(undefined, context)).toMatchObject({ items: [template] });
    expect(await adapter.resources?.read("sink://note", context)).toMatchObject(contents);
    expect(await adapter.prompts?.list(undefined, context)).toMatchObject({ items: [prompt] });
    expect(await adapter.prompts?.get("greet", { who: "you" }, context)).toMatchObject({
      messages: [{ role: "user", content: { type: "text", text: "Hello you" } }],
    });
  });
});

test("R31 structured content of any JSON type arrives from a modern server", async () => {
  const adapter = proxy({ ...stdioServer("v2"), era: "2026-07-28" });
  expect(await adapter.call("array", {}, standaloneContext())).toMatchObject({ structuredContent: [1, 2, 3] });
  expect(await adapter.call("scalar", {}, standaloneContext())).toMatchObject({ structuredContent: 7 });
});

test("R31 what the specification has no word for arrives from a server without an SDK", async () => {
  const adapter = proxy(rawServer());
  const call = (name: string) => adapter.call(name, {}, standaloneContext());
  expect(await call("array")).toEqual({ content: [], structuredContent: [1, { two: 2 }, null] });
  expect(await call("scalar")).toEqual({ content: [], structuredContent: "text" });
  expect(await call("nothing")).toEqual({ content: [], structuredContent: null });
  expect(await call("bare")).toEqual({ content: [], structuredContent: { no: "content" } });
  const vendor = '{"content":[{"type":"hologram","depth":3}],"vendorField":[1],"_meta":{"z":1,"a":2}}';
  expect(JSON.stringify(await call("vendor"))).toBe(vendor);
});

test("entries that are no tools are left out with a warning, and the others stay as they are", async () => {
  const adapter = proxy(rawServer());
  const { tools } = await adapter.listTools(standaloneContext());
  expect(tools.slice(0, 5).map((tool) => tool.name)).toEqual(["array", "scalar", "nothing", "bare", "vendor"]);
  expect(tools[0]).toEqual({ name: "array", inputSchema: { properties: {} }, execution: { taskSupport: "optional" } });
  expect(tools.at(-1)).toEqual({ name: "odd", inputSchema: { type: "array" }, outputSchema: "nonsense" });
  expect(adapter.logged.filter(({ level }) => level === "warning")).toHaveLength(3);
});

test("a list that is announced and not there is empty", async () => {
  const adapter = proxy(rawServer());
  expect(await adapter.resources?.list(undefined, standaloneContext())).toEqual({ items: [] });
  expect(await adapter.prompts?.list(undefined, standaloneContext())).toEqual({ items: [] });
});

describe("pages", () => {
  test("R35 three pages of seven are one list", async () => {
    const { tools } = await proxy(rawServer({ paging: "three" })).listTools(standaloneContext());
    expect(tools.map((tool) => tool.name)).toEqual(Array.from({ length: 21 }, (_, index) => `t${index}`));
  });

  test.each(["repeat", "fresh"])(
    "R35 a cursor that leads nowhere (%s) ends the list with a warning",
    async (paging) => {
      const adapter = proxy(rawServer({ paging }));
      const { tools } = await adapter.listTools(standaloneContext());
      expect(tools.length).toBeLessThanOrEqual(2);
      expect(adapter.logged).toContainEqual({
        level: "warning",
        data: expect.objectContaining({ message: expect.stringContaining("does not end") }),
      });
    },
  );
});

test("a result of several megabytes arrives whole", async () => {
  const size = 5_000_000;
  const result = await proxy(rawServer()).call("big", { size }, standaloneContext());
  expect(result).toEqual({ content: [{ type: "text", text: "é".repeat(size) }] });
});

test("the client's _meta travels on, without what belongs to its own connection", async () => {
  const meta = {
    "vendor.example/trace": "t-1",
    progressToken: "theirs",
    "io.modelcontextprotocol/clientInfo": { name: "x" },
  };
  const result = await proxy(stdioServer("v1")).call("meta", {}, standaloneContext({ meta }));
  const [{ text }] = (result as { content: [{ text: string }] }).content;
  expect(JSON.parse(text)).toEqual({ "vendor.example/trace": "t-1", progressToken: expect.any(Number) });
});

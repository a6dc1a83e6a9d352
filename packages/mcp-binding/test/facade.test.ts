import { type JsonObject, localCaller, ToolError } from "@agent-tools/contract";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterEach, describe, expect, test } from "vitest";
import { facadeOf, type McpChange, type McpFacade, mcpServer } from "../src/index.js";
import { sampleExposure } from "./sample-exposure.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A facade of its own, for whoever serves more than tools. */
function libraryFacade() {
  const seen: [string, JsonObject][] = [];
  const listeners = new Set<(change: McpChange) => void>();
  const results: Record<string, JsonObject> = {
    "resources/list": { resources: [{ uri: "lib://1", name: "one", _meta: { shelf: 3 } }] },
    "resources/templates/list": { resourceTemplates: [{ uriTemplate: "lib://{n}", name: "any" }] },
    "resources/read": { contents: [{ uri: "lib://1", text: "words" }] },
    "resources/subscribe": {},
    "resources/unsubscribe": {},
    "prompts/list": { prompts: [{ name: "p" }] },
    "prompts/get": { messages: [{ role: "user", content: { type: "text", text: "say" } }] },
    "completion/complete": { completion: { values: ["x"] } },
    "logging/setLevel": {},
  };
  const facade: McpFacade = {
    info: { name: "library", version: "1.0.0" },
    capabilities: {
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
    instructions: () => undefined,
    async handle(method, params) {
      seen.push([method, params]);
      if (params["uri"] === "lib://none") throw new ToolError("unknown_target", "No such book.", { details: { n: 0 } });
      const result = results[method];
      return result && { result };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { facade, seen, listeners, change: (change: McpChange) => [...listeners].map((tell) => tell(change)) };
}

async function connect(facade: McpFacade, options: ClientOptions = {}) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const served = serveStdio(({ era }) => mcpServer(facade, { era, caller: localCaller(), isLongLived: true }), {
    transport: serverSide,
  });
  const client = new Client({ name: "c", version: "1" }, options);
  await client.connect(clientSide);
  closing.push(async () => {
    await client.close();
    await served.close();
  });
  return client;
}

test("a facade is its own facade", () => {
  const { facade } = libraryFacade();
  expect(facadeOf(facade)).toBe(facade);
});

describe.each(["legacy", "auto"] as const)("a facade of resources and prompts, for a client of mode %s", (mode) => {
  const versionNegotiation = { mode };

  test("passes every method through", async () => {
    const { facade, seen } = libraryFacade();
    const client = await connect(facade, { versionNegotiation });
    expect((await client.listResources()).resources[0]).toEqual({ uri: "lib://1", name: "one", _meta: { shelf: 3 } });
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    expect((await client.readResource({ uri: "lib://1" })).contents).toEqual([{ uri: "lib://1", text: "words" }]);
    expect((await client.listPrompts()).prompts).toEqual([{ name: "p" }]);
    expect((await client.getPrompt({ name: "p", arguments: { a: "b" } })).messages).toHaveLength(1);
    const asked = { ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: "" } } as const;
    expect((await client.complete(asked)).completion.values).toEqual(["x"]);
    expect(seen).toContainEqual(["prompts/get", expect.objectContaining({ name: "p", arguments: { a: "b" } })]);
  });

  test("has no method that its capabilities do not name", async () => {
    const client = await connect(libraryFacade().facade, { versionNegotiation });
    const anything = {
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    } as const;
    await expect(client.request({ method: "tools/list" }, anything)).rejects.toMatchObject({ code: -32601 });
    await expect(client.request({ method: "own/method" }, anything)).rejects.toMatchObject({ code: -32601 });
  });

  test("keeps an error's code, words and data", async () => {
    const client = await connect(libraryFacade().facade, { versionNegotiation });
    await expect(client.readResource({ uri: "lib://none" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("No such book. Ask discover"),
      data: { code: "unknown_target", details: { n: 0 } },
    });
  });
});

test("tells of the resources that a client of the old era subscribed to, and of no others", async () => {
  const { facade, change, listeners } = libraryFacade();
  const client = await connect(facade);
  const updated: string[] = [];
  const listChanged = new Promise<void>((resolve) => {
    client.setNotificationHandler("notifications/resources/list_changed", () => resolve());
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
  await client.subscribeResource({ uri: "lib://1" });
  await client.subscribeResource({ uri: "lib://2" });
  await client.unsubscribeResource({ uri: "lib://2" });
  expect(listeners.size).toBe(1);
  change({ kind: "resource", uri: "lib://2" });
  change({ kind: "resource", uri: "lib://1" });
  change({ kind: "resources" });
  await listChanged;
  expect(updated).toEqual(["lib://1"]);
});

test("a level that a client of the old era set keeps lower messages away", async () => {
  const client = await connect(facadeOf(sampleExposure().exposure));
  const seen: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void seen.push(params.level));
  await client.setLoggingLevel("warning");
  await client.callTool({ name: "logs" });
  expect(seen).toEqual(["warning"]);
});

test("a client of the new era gets no log messages unless it asks for them", async () => {
  const client = await connect(facadeOf(sampleExposure().exposure), { versionNegotiation: { mode: "auto" } });
  const seen: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void seen.push(params.level));
  await client.callTool({ name: "logs" });
  expect(seen).toEqual([]);
});

test("an exposure's list has one page", async () => {
  const client = await connect(facadeOf(sampleExposure().exposure));
  await expect(client.listTools({ cursor: "2" })).rejects.toMatchObject({ code: -32602 });
});

import { openApiAdapter } from "@agent-tools/adapter-rest";
import {
  type Caller,
  defineTool,
  type JsonObject,
  localCaller,
  memoryStore,
  type Store,
  toolsAdapter,
} from "@agent-tools/contract";
import { createRuntime, type DoneOutcome, type Runtime } from "@agent-tools/runtime";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { createRegistry, type RegistryOptions } from "../../src/index.js";
import { getOrder, kinds, shop } from "./shop.js";

const me = localCaller({ workspace: "acme", caller: "ada" });

async function host(store: Store = memoryStore(), options: Partial<RegistryOptions> = {}) {
  const registry = createRegistry({ store, kinds, watchMs: 20, ...options });
  const runtime = await createRuntime({
    plugins: [registry.plugin({ secrets: ["SHOP_TOKEN"] })],
    secrets: { isPerCaller: false, get: (name) => (name === "SHOP_TOKEN" ? "t-1" : undefined) },
    store,
    log: () => {},
  });
  return { registry, runtime, store };
}

const namesOf = async (runtime: Runtime, caller: Caller = me) =>
  (await runtime.tools(caller)).map(({ tool }) => tool.name);
const call = (runtime: Runtime, tool: string, args: JsonObject = {}, more = {}) =>
  runtime.call({ target: { plugin: "registry", tool }, arguments: args, ...more }, me) as Promise<DoneOutcome>;

describe("tools as data", () => {
  test("http definitions are created, called, changed, and each change is a version in somebody's name", async () => {
    await using server = await shop();
    const { registry, runtime } = await host();
    let changes = 0;
    runtime.onToolsChanged(() => {
      changes += 1;
    });
    expect(await namesOf(runtime)).toEqual([]);
    const before = changes;
    const made = await registry.create(me, { id: "order", kind: "http", definition: getOrder(server.url) });
    expect(made).toMatchObject({ id: "order", workspace: "acme", version: 1, isEnabled: true });
    expect(changes).toBeGreaterThan(before);
    expect(await namesOf(runtime)).toEqual(["get_order"]);
    expect((await call(runtime, "get_order", { id: "7" })).result.structuredContent).toEqual({ path: "/orders/7" });
    expect(server.asked).toEqual(["GET /orders/7 Bearer t-1"]);
    await registry.update({ ...me, caller: "bob" }, "order", {
      ...getOrder(server.url, "Looks an order up."),
      name: "look_up",
    });
    expect(await namesOf(runtime)).toEqual(["look_up"]);
    await registry.setEnabled(me, "order", false);
    expect(await namesOf(runtime)).toEqual([]);
    await expect(call(runtime, "look_up", { id: "7" })).rejects.toMatchObject({ code: "unknown_target" });
    await registry.setEnabled(me, "order", true);
    await registry.remove(me, "order");
    expect(await registry.list(me)).toEqual([]);
    const again = await registry.create(me, { id: "order", kind: "http", definition: getOrder(server.url) });
    expect(again.version).toBe(6);
    expect((await registry.changes(me, "order")).map(({ did, by, tool }) => [tool.version, did, by])).toEqual([
      [1, "created", "ada"],
      [2, "updated", "bob"],
      [3, "disabled", "ada"],
      [4, "enabled", "ada"],
      [5, "removed", "ada"],
      [6, "created", "ada"],
    ]);
    expect((await registry.changes(me))[0]?.tool.definition).toEqual(getOrder(server.url));
  });

  test("O69: an imported operation is saved as an http definition, changed, and called without its description", async () => {
    await using server = await shop();
    const operations = await openApiAdapter({
      document: {
        openapi: "3.1.0",
        info: { title: "Shop", version: "1" },
        servers: [{ url: server.url }],
        components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
        security: [{ token: [] }],
        paths: {
          "/orders/{id}": {
            get: {
              operationId: "getOrder",
              parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
              responses: { 200: { description: "ok" } },
            },
          },
        },
      },
      security: { token: { secret: "SHOP_TOKEN" } },
    });
    const { registry, runtime } = await host();
    const saved = operations.httpTool("get_order") as unknown as JsonObject;
    await registry.create(me, { id: "order", kind: "http", definition: saved });
    await registry.update(me, "order", { ...saved, name: "order_status", description: "Tells where an order is." });
    const [listed] = await runtime.tools(me);
    expect(listed).toMatchObject({
      effect: "read",
      tool: { name: "order_status", description: "Tells where an order is." },
    });
    await call(runtime, "order_status", { id: "7" });
    expect(server.asked).toEqual(["GET /orders/7 Bearer t-1"]);
  });

  test("system definitions carry their cage, and one without it is refused", async () => {
    const { registry, runtime } = await host();
    await registry.create(me, { id: "calc", kind: "system", definition: { tools: ["calc"] } });
    expect((await call(runtime, "calc", { expression: "6 * 7" })).result.structuredContent).toBeDefined();
    const create = registry.create(me, { id: "file", kind: "system", definition: { tools: ["read_file"] } });
    await expect(create).rejects.toMatchObject({ code: "invalid_configuration" });
    expect((await registry.list(me)).map(({ id }) => id)).toEqual(["calc"]);
  });

  test("references give a tool of an adapter other words, and keep its effect", async () => {
    const drop = defineTool({
      name: "drop",
      description: "Drops it.",
      input: Type.Object({}),
      effect: "destructive",
      call: () => "dropped",
    });
    const { registry, runtime } = await host(memoryStore(), { references: { rows: toolsAdapter([drop]) } });
    const definition = { plugin: "rows", tool: "drop", name: "delete_row", description: "Deletes a row for good." };
    await registry.create(me, { id: "delete", kind: "reference", definition });
    const [listed] = await runtime.tools(me);
    expect(listed).toMatchObject({
      effect: "destructive",
      tool: { name: "delete_row", description: definition.description },
    });
    expect((await call(runtime, "delete_row", {}, { confirm: true })).result.content).toMatchObject([
      { text: "dropped" },
    ]);
    for (const wrong of [
      { plugin: "gone", tool: "drop" },
      { plugin: "rows", tool: "gone" },
    ]) {
      await expect(registry.create(me, { id: "x", kind: "reference", definition: wrong })).rejects.toMatchObject({
        code: "invalid_configuration",
      });
    }
  });

  test("each workspace has its own", async () => {
    await using server = await shop();
    const { registry, runtime } = await host();
    const other = { ...me, workspace: "other" };
    await registry.create(me, { id: "order", kind: "http", definition: getOrder(server.url) });
    expect(await namesOf(runtime, other)).toEqual([]);
    expect(await registry.get(other, "order")).toBeUndefined();
    await expect(registry.update(other, "order", getOrder(server.url))).rejects.toMatchObject({
      code: "unknown_target",
    });
    await expect(registry.remove(other, "order")).rejects.toMatchObject({ code: "unknown_target" });
    await registry.create(other, { id: "order", kind: "http", definition: { ...getOrder(server.url), name: "other" } });
    expect([await namesOf(runtime), await namesOf(runtime, other)]).toEqual([["get_order"], ["other"]]);
  });

  test("a change in another process reaches a runtime over the same store, and no call is of a definition that was not shown", async () => {
    await using server = await shop();
    const store = memoryStore();
    const { registry } = await host(store);
    const { runtime } = await host(store);
    const slow = await host(store, { watchMs: 3_600_000 });
    await registry.create(me, { id: "order", kind: "http", definition: getOrder(server.url) });
    await expect.poll(() => namesOf(runtime)).toEqual(["get_order"]);
    expect(await namesOf(slow.runtime)).toEqual(["get_order"]);
    await registry.update(me, "order", getOrder(`${server.url}/moved`));
    await expect(call(slow.runtime, "get_order", { id: "1" })).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: expect.stringContaining("changed a moment ago"),
    });
    expect(server.asked).toEqual([]);
    expect(await namesOf(slow.runtime)).toEqual(["get_order"]);
    await call(slow.runtime, "get_order", { id: "1" });
    expect(server.asked).toEqual(["GET /moved/orders/1 Bearer t-1"]);
  });

  test("what is wrong, taken, or holds a credential is refused, and nothing is stored", async () => {
    await using server = await shop();
    const { registry } = await host();
    const definition = getOrder(server.url);
    await registry.create(me, { id: "order", kind: "http", definition });
    const refused = [
      { id: "order", kind: "http", definition },
      { id: "same-name", kind: "http", definition },
      { id: "Bad Id", kind: "http", definition },
      { id: "x", kind: "gone", definition },
      { id: "x", kind: "http", definition: { name: "x" } },
      { id: "x", kind: "http", definition: { ...definition, name: "x", headers: { Authorization: "Bearer abc" } } },
      { id: "x", kind: "http", definition: { ...definition, name: "x", headers: { "X-Api-Key": "abc" } } },
      { id: "x", kind: "http", definition: { ...definition, name: "x", url: "https://u:p@shop.example/" } },
      { id: "x", kind: "http", definition: { ...definition, name: "x", url: "https://shop.example/?api_key=abc" } },
      {
        id: "x",
        kind: "http",
        definition: { ...definition, name: "x", body: { note: "ghp_0123456789abcdefghijklmn" } },
      },
      ...[
        { headers: { authorization: "Bearer abc123secretvalue {{id}}" } },
        { headers: { "X-Auth": "abc" } },
        { body: { clientSecret: "abc" } },
        { body: '{"nested":{"accessToken":"abc"}}' },
        { body: "id={{id}}&api_key=abc" },
        { url: "https://token@shop.example/" },
        { inputSchema: { type: "object", properties: { id: { default: "ghp_0123456789abcdefghijklmn" } } } },
      ].map((fields) => ({ id: "x", kind: "http", definition: { ...definition, name: "x", ...fields } })),
    ];
    for (const each of refused) {
      const create = registry.create(me, each as never);
      await expect(create, JSON.stringify(each)).rejects.toMatchObject({ code: "invalid_configuration" });
    }
    expect((await registry.changes(me)).length).toBe(1);
    const fine = {
      headers: { authorization: "Bearer {{secrets.SHOP_TOKEN}}", "X-Auth": "{{secrets.SHOP_TOKEN}}" },
      body: '{"password":"{{secrets.SHOP_TOKEN}}","note":"a token: b"}',
      inputSchema: { type: "object", properties: { id: { type: "string" }, api_key: { type: "string" } } },
    };
    await registry.create(me, { id: "fine", kind: "http", definition: { ...definition, name: "fine", ...fine } });
  });

  test("of two changes made from one version the second is refused", async () => {
    await using server = await shop();
    const store = memoryStore();
    const [one, two] = [await host(store), await host(store)];
    await one.registry.create(me, { id: "order", kind: "http", definition: getOrder(server.url) });
    const changes = [one, two].map(({ registry }, index) =>
      registry.update(me, "order", getOrder(server.url, `Change ${index}.`), 1),
    );
    const made = await Promise.allSettled(changes);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(made.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "invalid_arguments" } });
    expect((await one.registry.changes(me)).map(({ tool }) => tool.version)).toEqual([1, 2]);
    const stale = one.registry.update(me, "order", getOrder(server.url), 1);
    await expect(stale).rejects.toMatchObject({ details: { isConflict: true } });
  });

  test("an export names the secrets and holds none; an import creates, updates, and changes nothing where one is wrong", async () => {
    await using server = await shop();
    const { registry } = await host();
    await registry.create(me, { id: "order", kind: "http", definition: getOrder(server.url) });
    const exported = await registry.export(me);
    expect(exported).toMatchObject({ tools: [{ id: "order", isEnabled: true }], secrets: ["SHOP_TOKEN"] });
    expect(JSON.stringify(exported)).not.toContain("t-1");
    const other = { ...me, workspace: "other" };
    expect((await registry.import(other, exported)).map(({ version }) => version)).toEqual([1]);
    expect((await registry.import(other, exported)).map(({ version }) => version)).toEqual([2]);
    const broken = {
      ...exported,
      tools: [...exported.tools, { id: "x", kind: "gone", definition: {}, isEnabled: true }],
    };
    await expect(registry.import(other, broken)).rejects.toMatchObject({ code: "invalid_configuration" });
    expect((await registry.list(other)).map(({ version }) => version)).toEqual([2]);
    for (const none of [{}, { ...exported, tools: [null] }]) {
      await expect(registry.import(other, none as never)).rejects.toMatchObject({ code: "invalid_configuration" });
    }

    // They are looked at together: neither two of one name, nor of one id, and two may change names.
    const named = (id: string, tool: string) => ({
      ...{ id, kind: "http", isEnabled: true },
      definition: { ...getOrder(server.url), name: tool },
    });
    const third = { ...me, workspace: "third" };
    for (const tools of [
      [named("a", "one"), named("b", "one")],
      [named("a", "one"), named("a", "two")],
    ]) {
      const twice = registry.import(third, { ...exported, tools });
      await expect(twice).rejects.toMatchObject({ code: "invalid_configuration" });
      expect(await registry.list(third)).toEqual([]);
    }
    await registry.import(third, { ...exported, tools: [named("a", "one"), named("b", "two")] });
    await registry.import(third, { ...exported, tools: [named("a", "two"), named("b", "one")] });
    const namesNow = (await registry.list(third)).map(({ id, definition }) => [id, definition["name"]]);
    expect(namesNow).toEqual([
      ["a", "two"],
      ["b", "one"],
    ]);
    const taken = registry.import(third, { ...exported, tools: [named("c", "one")] });
    await expect(taken).rejects.toThrow(/"b" is called "one" already/);
  });

  test("a stored definition whose kind is gone is left out, and the others live", async () => {
    await using server = await shop();
    const store = memoryStore();
    const { registry } = await host(store);
    await registry.create(me, { id: "order", kind: "http", definition: getOrder(server.url) });
    await registry.create(me, { id: "calc", kind: "system", definition: { tools: ["calc"] } });
    const { http } = kinds as Required<typeof kinds>;
    const { runtime } = await host(store, { kinds: { http: http as never } });
    expect(await namesOf(runtime)).toEqual(["get_order"]);
  });

  test("a version that is replaced is closed once its last call has ended", async () => {
    const closed: string[] = [];
    let release = () => {};
    const slow = {
      slow: (definition: JsonObject) => ({
        listTools: () => ({ tools: [{ name: "slow", annotations: { readOnlyHint: true } }] }),
        effect: () => "read" as const,
        call: () =>
          new Promise((resolve) => {
            release = () => resolve("done");
          }),
        close: () => void closed.push(String(definition["v"])),
      }),
    };
    const { registry, runtime } = await host(memoryStore(), { kinds: slow });
    await registry.create(me, { id: "slow", kind: "slow", definition: { v: 1 } });
    await namesOf(runtime);
    closed.length = 0;
    const running = call(runtime, "slow");
    await new Promise((resolve) => setImmediate(resolve));
    await registry.update(me, "slow", { v: 2 });
    await namesOf(runtime);
    expect(closed.filter((each) => each === "1")).toEqual([]);
    release();
    expect((await running).result.content).toMatchObject([{ text: "done" }]);
    await expect.poll(() => closed.filter((each) => each === "1")).toHaveLength(1);
    await runtime.close();
    expect(closed.filter((each) => each === "2").length).toBeGreaterThan(0);
  });
});

import { type JsonObject, localCaller, memoryStore } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";
import { closeGatewaysAfterEach, gateway, mixes } from "./gateway.js";

closeGatewaysAfterEach();

describe.each(mixes)("a client of $client, an upstream of $upstream", (eras) => {
  test("the server is the upstream, by name, capabilities and instructions", async () => {
    const { client, kitchen } = await gateway(eras);
    expect(client.getServerVersion()).toEqual(kitchen.facade.info);
    expect(client.getServerCapabilities()).toEqual(kitchen.facade.capabilities);
    expect(client.getInstructions()).toBe("Ask for the sink.");
  });

  test("an argument of a prompt or template is completed", async () => {
    const { client, kitchen } = await gateway(eras);
    const argument = { name: "who", value: "pa" };
    const asked = [
      { ref: { type: "ref/prompt", name: "greet" }, argument, context: { arguments: { a: "b" } } },
      { ref: { type: "ref/resource", uri: "sink://{name}" }, argument },
    ] as const;
    for (const each of asked) {
      expect((await client.complete(each as never)).completion).toEqual({
        values: ["paris", "park"],
        total: 5,
        hasMore: true,
      });
    }
    expect(kitchen.asked("completion/complete")).toMatchObject(asked);
  });

  test("a subscription reaches the upstream once, its updates the client, and its end the upstream", async () => {
    const { client, kitchen } = await gateway(eras);
    const updated: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
    const uri = "sink://note";
    const isModern = eras.client !== "legacy";
    const stream = isModern ? await client.listen({ resourceSubscriptions: [uri] }) : undefined;
    if (!isModern) await client.subscribeResource({ uri });
    await expect.poll(() => kitchen.asked("resources/subscribe").length).toBe(1);
    await expect
      .poll(() => {
        if (updated.length === 0) kitchen.change({ kind: "resource", uri });
        return updated.length > 0;
      })
      .toBe(true);
    expect(new Set(updated)).toEqual(new Set([uri]));
    if (isModern) await stream?.close();
    else await client.unsubscribeResource({ uri });
    // In the newest revision an upstream's own listening streams say what is subscribed to.
    await expect.poll(() => kitchen.asked("resources/unsubscribe").length, { timeout: 10_000 }).toBeGreaterThan(0);
  });

  test("changed lists are told", async () => {
    const told = new Set<string>();
    const listen = { autoRefresh: false, debounceMs: 0 };
    const listChanged = {
      tools: { ...listen, onChanged: () => void told.add("tools") },
      resources: { ...listen, onChanged: () => void told.add("resources") },
      prompts: { ...listen, onChanged: () => void told.add("prompts") },
    };
    const { kitchen } = await gateway(eras, { client: { listChanged } });
    const kinds = ["tools", "resources", "prompts"] as const;
    await expect
      .poll(
        () => {
          for (const kind of kinds) if (!told.has(kind)) kitchen.change({ kind });
          return told.size;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBe(3);
  });

  test("the level of log messages reaches the upstream, and its messages the client, logger included", async () => {
    const { client, kitchen } = await gateway(eras);
    const seen: unknown[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => void seen.push(params));
    if (eras.client === "legacy") await client.setLoggingLevel("warning");
    const level = { "io.modelcontextprotocol/logLevel": "warning" };
    await client.callTool({ name: "logs", ...(eras.client !== "legacy" && { _meta: level }) });
    expect(seen).toMatchObject([{ level: "warning", data: { what: "careful" }, logger: "kitchen" }]);
    if (eras.upstream !== "legacy") expect(kitchen.seen.at(-1)?.logLevel).toBe("warning");
    else if (eras.client === "legacy") expect(kitchen.asked("logging/setLevel")).toEqual([{ level: "warning" }]);
  });

  test("arguments are checked and never changed", async () => {
    const { client, kitchen } = await gateway(eras);
    await client.callTool({ name: "add", arguments: { n: 1, other: "7" } });
    expect(kitchen.asked("tools/call").map((params) => params["arguments"])).toEqual([{ n: 1, other: "7" }]);
    const refused = await client.callTool({ name: "add", arguments: { n: "1" } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("/n") }] });
    expect(kitchen.asked("tools/call")).toHaveLength(1);
  });

  test("a refusal of the upstream keeps its code, words and data", async () => {
    const { client } = await gateway(eras);
    await expect(client.readResource({ uri: "sink://none" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("No such sink."),
      data: { uri: "sink://none" },
    });
    await expect(client.callTool({ name: "nothing" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("List the tools again"),
    });
  });

  test("the same failing call is made as often as it is asked for, and nothing is added to it", async () => {
    const { request, kitchen } = await gateway(eras);
    for (let time = 0; time < 5; time += 1) {
      expect(await request("tools/call", { name: "fail" })).toEqual({
        isError: true,
        content: [{ type: "text", text: "It went wrong." }],
      });
    }
    expect(kitchen.asked("tools/call")).toHaveLength(5);
  });
});

const legacy = { client: "legacy", upstream: "legacy" } as const;

test("the exact secrets that went out do not come back", async () => {
  const { request } = await gateway(legacy, {
    secrets: ["TOKEN"],
    server: { headers: { authorization: "Bearer {{secrets.TOKEN}}" } },
    runtime: { secrets: { isPerCaller: false, get: async () => "s3cret-value" } },
  });
  expect(await request("tools/call", { name: "echo", arguments: { text: "it is s3cret-value" } })).toEqual({
    content: [{ type: "text", text: "it is [secret]" }],
  });
});

test("what policy denies is neither listed nor called, read nor subscribed to", async () => {
  const policy = {
    decide: ({ target }: { target: object }) => {
      const name = "tool" in target ? target.tool : "resource" in target ? target.resource : "";
      return { mode: ["echo", "sink://note"].includes(String(name)) ? "deny" : "allow" } as const;
    },
  };
  const { client, kitchen } = await gateway(legacy, { runtime: { policy } });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("echo");
  await expect(client.callTool({ name: "echo" })).rejects.toMatchObject({ code: -32602 });
  await expect(client.readResource({ uri: "sink://note" })).rejects.toMatchObject({ code: -32602 });
  await expect(client.subscribeResource({ uri: "sink://note" })).rejects.toMatchObject({ code: -32602 });
  expect(kitchen.asked("resources/read")).toEqual([]);
});

test("a host may have a person asked", async () => {
  const { client } = await gateway(legacy, {
    expose: { confirm: "person" },
    client: { capabilities: { elicitation: {} } },
  });
  const asked: JsonObject[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params as unknown as JsonObject);
    return { action: "accept", content: { approve: true } };
  });
  expect(await client.callTool({ name: "echo", arguments: { text: "yes" } })).toMatchObject({
    content: [{ text: "yes" }],
  });
  expect(asked).toHaveLength(1);
});

test("an adapter that says nothing about itself is shown with what it has", async () => {
  const adapter = {
    listTools: () => ({ tools: [{ name: "one" }] }),
    call: () => "done",
    prompts: { list: () => ({ items: [{ name: "p" }] }), get: () => ({ messages: [] }) },
  };
  const runtime = await createRuntime({ plugins: [{ name: "a", prefix: "a", adapter }], store: memoryStore() });
  const exposure = expose(runtime, "pass-through");
  const session = { caller: localCaller() };
  expect(await exposure.upstream?.about(session)).toEqual({
    capabilities: { tools: { listChanged: true }, prompts: { listChanged: true } },
  });
  expect(await exposure.upstream?.request("prompts/get", { name: "p" }, session, {})).toEqual({ messages: [] });
  expect(await exposure.upstream?.request("resources/list", {}, session, {})).toBeUndefined();
  expect(await exposure.callTool("one", {}, session)).toEqual({ content: [{ type: "text", text: "done" }] });
});

test("where there are several plugins, the one to show has to be named", async () => {
  const adapter = { listTools: () => ({ tools: [] }), call: () => "done" };
  const runtime = await createRuntime({ plugins: ["a", "b"].map((prefix) => ({ name: prefix, prefix, adapter })) });
  expect(() => expose(runtime, "pass-through")).toThrow(/2 plugins/);
  expect(await expose(runtime, "pass-through", { plugin: "b" }).listTools({ caller: localCaller() })).toEqual([]);
});

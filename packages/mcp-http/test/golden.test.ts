import { describe, expect, test } from "vitest";
import { closeGatewaysAfterEach, gateway, mixes } from "./gateway.js";
import { kitchen, messages } from "./kitchen-facade.js";

closeGatewaysAfterEach();

describe.each(mixes)("a client of $client, an upstream of $upstream", (eras) => {
  test("every field of a definition arrives (R33)", async () => {
    const { request } = await gateway(eras);
    const { tools } = (await request("tools/list")) as { tools: object[] };
    expect(tools[0]).toEqual(kitchen.definition);
    expect(await request("resources/list")).toEqual({
      resources: [kitchen.resource],
      _meta: { "vendor.example/page": 1 },
    });
    expect(await request("resources/templates/list")).toEqual({ resourceTemplates: [kitchen.template] });
    expect(await request("prompts/list")).toEqual({ prompts: [kitchen.prompt] });
  });

  test("every field of a result arrives, and none is added (R31, R33)", async () => {
    const { request } = await gateway(eras);
    const call = (name: string) => request("tools/call", { name, arguments: {} });
    expect(await call("kitchen_sink")).toEqual(kitchen.sinkResult);
    expect(await call("empty")).toEqual({ content: [], structuredContent: { is: "kept" } });
    expect(await call("fail")).toEqual({ isError: true, content: [{ type: "text", text: "It went wrong." }] });
    expect(await request("resources/read", { uri: "sink://note" })).toEqual(kitchen.contents);
    expect(await request("prompts/get", { name: "greet", arguments: { who: "you" } })).toEqual(messages);
  });

  test("structured content of any type arrives, wrapped where the revision has only objects (R31)", async () => {
    const { request } = await gateway(eras);
    const isWrapped = Object.values(eras).includes("legacy");
    const list = [1, { two: 2 }, null];
    const { structuredContent: array, content } = await request("tools/call", { name: "array" });
    expect(array).toEqual(isWrapped ? { result: list } : list);
    expect(content).toEqual([]);
    const { structuredContent: scalar } = await request("tools/call", { name: "scalar" });
    expect(scalar).toEqual(isWrapped ? { result: 7 } : 7);
  });
});

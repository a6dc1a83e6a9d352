import { expose } from "@agent-tools/runtime";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { createAgent } from "langchain";
import { describe, expect, test } from "vitest";
import type { HostIo } from "../src/index.js";
import { langchainTools } from "../src/langchain.js";
import { pixel, session, type Warehouse, warehouse } from "./warehouse.js";

type Step = (last: BaseMessage | undefined) => readonly [name: string, args: Record<string, unknown>];

/** Runs an agent over the warehouse whose model, LangChain's own fake, does the steps and then says "Done.". */
async function agentRun(
  host: Warehouse,
  steps: readonly Step[],
  { how = "native" as "native" | "compact", io = {} as HostIo, signal = undefined as AbortSignal | undefined } = {},
) {
  const model = fakeModel();
  for (const [index, step] of steps.entries()) {
    model.respond((messages) => {
      const [name, args] = step(messages.at(-1));
      return new AIMessage({ content: "", tool_calls: [{ type: "tool_call", id: `call-${index}`, name, args }] });
    });
  }
  model.respond(new AIMessage("Done."));
  const agent = createAgent({ model, tools: await langchainTools(expose(host.runtime, how), session, io) });
  const input = { messages: [{ role: "user", content: "How many nuts are there?" }] };
  const { messages } = await agent.invoke(input, signal === undefined ? {} : { signal });
  return { messages, answers: messages.filter((message) => ToolMessage.isInstance(message)) };
}

describe("a LangChain agent with the library's own fake model", () => {
  test("the model discovers, calls what discover shows, and gets the result", async () => {
    await using host = await warehouse();
    const steps: Step[] = [
      () => ["discover", { query: "count one item" }],
      (last) => {
        const { next } = JSON.parse(String(last?.content));
        return [next.tool, { ...next.arguments, arguments: { item: "nut", shelf: "2" } }];
      },
    ];
    const { messages, answers } = await agentRun(host, steps, { how: "compact" });
    expect(messages.at(-1)?.content).toBe("Done.");
    expect(answers[1]).toMatchObject({
      status: "success",
      tool_call_id: "call-1",
      content: expect.stringContaining('{"item":"nut","shelf":2,"count":3}'),
      artifact: { structuredContent: { item: "nut", shelf: 2, count: 3 } },
    });
  });

  test("a failed call is a message with status error; arguments that do not fit are told how they would", async () => {
    await using host = await warehouse();
    const { answers } = await agentRun(host, [
      () => ["warehouse__drop_item", { item: "nut" }],
      () => ["warehouse__count_items", { piece: "nut" }],
    ]);
    expect(answers[0]).toMatchObject({ status: "error", artifact: { structuredContent: { broken: "nut" } } });
    expect(answers[0]?.content).toContain("The nut broke.");
    expect(answers[1]).toMatchObject({ status: "error" });
    expect(answers[1]?.content).toMatch(/^invalid_arguments: .*\nWhat to do: /s);
  });

  test("what a schema of the library's own would refuse is corrected by the runtime", async () => {
    await using host = await warehouse();
    const { answers } = await agentRun(host, [() => ["warehouse__count_items", { item: "nut", shelf: "2" }]]);
    expect(answers[0]?.artifact).toMatchObject({ structuredContent: { shelf: 2 } });
  });

  test("images arrive as blocks", async () => {
    await using host = await warehouse();
    const { answers } = await agentRun(host, [() => ["warehouse__show-item", { item: "nut" }]]);
    expect(answers[0]?.content).toEqual([
      { type: "text", text: "A nut:" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } },
    ]);
  });

  test("questions are put to the host; without one the call says what it waits for", async () => {
    await using host = await warehouse();
    const steps: Step[] = [() => ["warehouse__paint_item", { item: "nut" }]];
    const ask: NonNullable<HostIo["ask"]> = async () => ({ colour: { action: "accept", content: { name: "red" } } });
    expect((await agentRun(host, steps, { io: { ask } })).answers[0]?.content).toBe('The nut is now {"name":"red"}.');
    expect((await agentRun(host, steps)).answers[0]?.content).toContain("unsupported");
  });

  test("the signal cancels the call", async () => {
    await using host = await warehouse();
    const abort = new AbortController();
    const run = agentRun(host, [() => ["warehouse__await_item", { item: "nut" }]], { signal: abort.signal });
    run.catch(() => {});
    await host.waiting;
    abort.abort();
    await host.aborted;
    await run.catch(() => {});
  });
});

test("a tool that is called without an agent answers with a message as well", async () => {
  await using host = await warehouse();
  const tools = await langchainTools(expose(host.runtime, "native"), session);
  const count = tools.find(({ name }) => name === "warehouse__count_items");
  expect(count?.schema).toMatchObject({ type: "object", required: ["item"] });
  const answer: unknown = await count?.invoke({ item: "bolt" });
  expect(answer).toBeInstanceOf(ToolMessage);
});

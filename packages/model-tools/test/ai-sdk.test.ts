import { isObject, ToolError } from "@agent-tools/contract";
import { expose } from "@agent-tools/runtime";
import { generateText, stepCountIs, streamText, type ToolResultPart } from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { describe, expect, test } from "vitest";
import { aiSdkTools } from "../src/ai-sdk.js";
import { pixel, session, warehouse } from "./warehouse.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Output = ToolResultPart["output"];
type Call = readonly [tool: string, input: unknown];

/** A model of the SDK's own mock: each step makes one call, given what came out of the one before; then it says "Done.". */
function scripted(...steps: ((output: Output | undefined) => Call)[]): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const outputs = prompt.flatMap(({ role, content }) => (role === "tool" ? (content as ToolResultPart[]) : []));
      const step = steps[outputs.length];
      if (!step) {
        const finishReason = { unified: "stop", raw: "stop" } as const;
        return { content: [{ type: "text", text: "Done." }], finishReason, usage, warnings: [] };
      }
      const [toolName, input] = step(outputs.at(-1)?.output);
      return {
        content: [{ type: "tool-call", toolCallId: `call-${outputs.length}`, toolName, input: JSON.stringify(input) }],
        finishReason: { unified: "tool-calls", raw: "tool_calls" },
        usage,
        warnings: [],
      };
    },
  });
}

/** What the model was told last. */
function told(model: MockLanguageModelV3): Output {
  const last = model.doGenerateCalls.at(-1)?.prompt.at(-1);
  if (last?.role !== "tool" || last.content[0]?.type !== "tool-result") throw new Error("The model was told nothing.");
  return last.content[0].output as Output;
}

function textOf(output: Output | undefined): string {
  if (output?.type !== "text") throw new Error(`The output is ${output?.type}.`);
  return output.value;
}

const stopWhen = stepCountIs(5);

describe("the AI SDK with a model of its own mock (O106)", () => {
  test("the model discovers, calls what discover shows, and gets the result", async () => {
    await using host = await warehouse();
    const model = scripted(
      () => ["discover", { query: "count one item" }],
      (output) => {
        const { next } = JSON.parse(textOf(output));
        return [next.tool, { ...next.arguments, arguments: { item: "nut", shelf: "2" } }];
      },
    );
    const tools = await aiSdkTools(expose(host.runtime, "compact"), session);
    const { text, steps } = await generateText({ model, tools, stopWhen, prompt: "How many nuts are there?" });
    expect(text).toBe("Done.");
    expect(steps[1]?.toolResults[0]?.output).toMatchObject({ structuredContent: { item: "nut", shelf: 2, count: 3 } });
    expect(textOf(told(model))).toContain('{"item":"nut","shelf":2,"count":3}');
    const offered = model.doGenerateCalls[0]?.tools?.find(({ name }) => name === "discover");
    expect(offered).toMatchObject({ type: "function", inputSchema: { type: "object" } });
  });

  test("a failed call is a tool-error with a ToolError, whose words the model reads", async () => {
    await using host = await warehouse();
    const model = scripted(
      () => ["warehouse__drop_item", { item: "nut" }],
      () => ["warehouse__count_items", { piece: "nut" }],
    );
    const tools = await aiSdkTools(expose(host.runtime, "native"), session);
    const { steps } = await generateText({ model, tools, stopWhen, prompt: "Drop a nut." });
    const [dropped, counted] = steps.map(({ content }) => content.find(({ type }) => type === "tool-error"));
    if (dropped?.type !== "tool-error" || counted?.type !== "tool-error") throw new Error("No call failed.");
    expect(ToolError.is(dropped.error) && dropped.error).toMatchObject({
      code: "upstream_error",
      cause: { structuredContent: { broken: "nut" } },
    });
    expect(counted.error).toMatchObject({ code: "invalid_arguments" });
    expect(told(model)).toMatchObject({ type: "error-text", value: expect.stringMatching(/item.*\nWhat to do: /s) });
  });

  test("images arrive as images", async () => {
    await using host = await warehouse();
    const model = scripted(() => ["warehouse__show-item", { item: "nut" }]);
    const tools = await aiSdkTools(expose(host.runtime, "native"), session);
    await generateText({ model, tools, stopWhen, prompt: "Show me a nut." });
    expect(told(model)).toMatchObject({
      type: "content",
      value: [
        { type: "text", text: "A nut:" },
        { type: "image-data", data: pixel, mediaType: "image/png" },
      ],
    });
  });

  test("questions are put to the host; without one the call says what it waits for", async () => {
    await using host = await warehouse();
    const paint = () => ["warehouse__paint_item", { item: "nut" }] as const;
    const model = scripted(paint);
    const tools = await aiSdkTools(expose(host.runtime, "native"), session, {
      ask: async (requests) => {
        expect(requests).toMatchObject({
          colour: { method: "elicitation/create", params: { message: "Which colour?" } },
        });
        return { colour: { action: "accept", content: { name: "red" } } };
      },
    });
    await generateText({ model, tools, stopWhen, prompt: "Paint a nut." });
    expect(textOf(told(model))).toBe('The nut is now {"name":"red"}.');

    const alone = scripted(paint);
    const unanswered = await aiSdkTools(expose(host.runtime, "native"), session);
    await generateText({ model: alone, tools: unanswered, stopWhen, prompt: "Paint a nut." });
    expect(told(alone)).toMatchObject({ type: "error-text", value: expect.stringContaining("unsupported") });
  });

  test("the SDK's abort signal cancels the call", async () => {
    await using host = await warehouse();
    const abort = new AbortController();
    const model = scripted(() => ["warehouse__await_item", { item: "nut" }]);
    const tools = await aiSdkTools(expose(host.runtime, "native"), session);
    const run = generateText({ model, tools, stopWhen, prompt: "Wait.", abortSignal: abort.signal });
    run.catch(() => {});
    await host.waiting;
    abort.abort();
    await host.aborted;
  });

  test("streaming works the same", async () => {
    await using host = await warehouse();
    const calls = [
      { type: "tool-call", toolCallId: "1", toolName: "warehouse__count_items", input: '{"item":"bolt"}' },
    ];
    const model = new MockLanguageModelV3({
      doStream: async ({ prompt }) => {
        const isTold = prompt.some(({ role }) => role === "tool");
        const words = [
          { type: "text-start", id: "t" },
          { type: "text-delta", id: "t", delta: "Done." },
          { type: "text-end", id: "t" },
        ];
        const unified = isTold ? "stop" : "tool-calls";
        const finish = { type: "finish", finishReason: { unified, raw: unified }, usage };
        return { stream: simulateReadableStream({ chunks: [...(isTold ? words : calls), finish] as never[] }) };
      },
    });
    const tools = await aiSdkTools(expose(host.runtime, "native"), session);
    const stream = streamText({ model, tools, stopWhen, prompt: "How many bolts?" });
    const outputs: unknown[] = [];
    for await (const part of stream.fullStream) if (part.type === "tool-result") outputs.push(part.output);
    expect(outputs).toHaveLength(1);
    expect(isObject(outputs[0]) && outputs[0]["structuredContent"]).toMatchObject({ count: 12 });
    expect(await stream.text).toBe("Done.");
  });
});

import { expose } from "@agent-tools/runtime";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { openaiChatTools, openaiResponsesTools } from "../../src/providers.js";
import { functionCall, lastOutput, response, words } from "../responses-model.js";
import { type Body, scriptedServer } from "../scripted-server.js";
import { pixel, session, warehouse } from "../warehouse.js";

const client = (url: string) => new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
const answered = (step: (output: Body, body: Body) => object) => (body: Body) => response(step(lastOutput(body), body));

describe("OpenAI Responses by its own SDK (O22)", () => {
  test("the model discovers, calls what discover shows, and gets the result", async () => {
    await using host = await warehouse();
    await using server = await scriptedServer("/v1/responses", [
      answered(() => functionCall("1", "discover", { query: "count one item" })),
      answered((output) => {
        const { next } = JSON.parse(output);
        return functionCall("2", next.tool, { ...next.arguments, arguments: { item: "nut" } });
      }),
      answered((output) => words(output)),
    ]);
    const kit = await openaiResponsesTools(expose(host.runtime, "compact"), session);
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "How many nuts are there?" }];
    for (;;) {
      const response = await client(server.url).responses.create({ model: "gpt-5.5", input, tools: kit.tools });
      const answers = await kit.answer(response);
      input.push(...(response.output as OpenAI.Responses.ResponseInput), ...answers);
      if (answers.length > 0) continue;
      expect(response.output_text).toContain('"count":3');
      break;
    }
  });

  test("deferred tools are searched for, those of one plugin in a namespace; a call keeps its namespace", async () => {
    await using host = await warehouse();
    const kit = await openaiResponsesTools(expose(host.runtime, "native"), session, {
      defer: ({ name }) => name.includes("__"),
    });
    const [namespace, search] = kit.tools.slice(-2);
    for (const shown of kit.tools.slice(0, -2)) {
      expect(shown).toMatchObject({ type: "function", name: expect.stringMatching(/^agent_tools_/) });
      expect(shown).not.toHaveProperty("defer_loading");
    }
    expect(namespace).toMatchObject({
      type: "namespace",
      name: "warehouse",
      description: expect.stringMatching(/^warehouse: .*count_items/),
      tools: expect.arrayContaining([
        expect.objectContaining({ type: "function", name: "warehouse__count_items", defer_loading: true }),
      ]),
    });
    expect(search).toEqual({ type: "tool_search" });

    const found = { type: "tool_search_output", id: "tso_1", call_id: null, execution: "server", status: "completed" };
    await using server = await scriptedServer("/v1/responses", [
      () =>
        response(
          {
            type: "tool_search_call",
            id: "tsc_1",
            call_id: null,
            execution: "server",
            status: "completed",
            arguments: {},
          },
          { ...found, tools: [namespace] },
          functionCall("1", "warehouse__count_items", { item: "nut" }, { namespace: "warehouse" }),
        ),
      answered((output, { input }) => {
        const called = input.find(({ type }: Body) => type === "function_call");
        expect(called.namespace).toBe("warehouse");
        return words(output);
      }),
    ]);
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "How many nuts are there?" }];
    const request = { model: "gpt-5.5", input, tools: kit.tools };
    const first = await client(server.url).responses.create(request);
    input.push(...(first.output as OpenAI.Responses.ResponseInput), ...(await kit.answer(first)));
    expect((await client(server.url).responses.create(request)).output_text).toContain('"count":3');
  });

  test("images arrive; a failure says that it is one; calls of the host's own tools are left to it", async () => {
    await using host = await warehouse();
    const kit = await openaiResponsesTools(expose(host.runtime, "native"), session, { hostTools: ["own"] });
    const output = [
      functionCall("1", "warehouse__show-item", { item: "nut" }),
      functionCall("2", "warehouse__drop_item", { item: "nut" }),
      functionCall("3", "own", {}),
      functionCall("4", "warehouse__count_item", { item: "nut" }),
      functionCall("5", "warehouse__count_items", "```json\n{ item: 'nut' }\n```"),
      functionCall("6", "agent_tools_help", ""),
    ] as { type: string }[];
    const [shown, dropped, unknown, fenced, help, ...rest] = await kit.answer({ output });
    expect(shown?.output).toMatchObject([
      { type: "input_text", text: "A nut:" },
      { type: "input_image", image_url: `data:image/png;base64,${pixel}` },
    ]);
    expect(dropped?.output).toMatch(/^Error:\nThe nut broke\./);
    expect(unknown).toMatchObject({
      call_id: "4",
      output: expect.stringMatching(/^Error:\nunknown_target: .*count_items/),
    });
    expect(fenced).toMatchObject({ call_id: "5", output: expect.stringContaining('"count":3') });
    expect(help?.output).toContain("warehouse");
    expect(rest).toEqual([]);
  });

  test("a name that the host has as well is refused", async () => {
    await using host = await warehouse();
    const kit = openaiResponsesTools(expose(host.runtime, "compact"), session, { hostTools: ["call"] });
    await expect(kit).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining('"call"'),
    });
  });

  test("questions are put to the host, and the signal cancels a call", async () => {
    await using host = await warehouse();
    const kit = await openaiResponsesTools(expose(host.runtime, "native"), session, {
      ask: async () => ({ colour: { action: "accept", content: { name: "red" } } }),
    });
    const output = (name: string) => ({ output: [functionCall("1", name, { item: "nut" })] as { type: string }[] });
    const [painted] = await kit.answer(output("warehouse__paint_item"));
    expect(painted?.output).toBe('The nut is now {"name":"red"}.');
    const abort = new AbortController();
    const waiting = kit.answer(output("warehouse__await_item"), abort.signal);
    await host.waiting;
    abort.abort();
    await host.aborted;
    expect((await waiting)[0]?.output).toMatch(/^Error:\ncancelled/);
  });
});

describe("OpenAI Chat Completions by its own SDK (O21)", () => {
  const completion = (message: object) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "gpt-5.5",
    choices: [
      { index: 0, finish_reason: "stop", logprobs: null, message: { role: "assistant", refusal: null, ...message } },
    ],
  });
  const calls = (...made: (readonly [id: string, name: string, args: object])[]) =>
    completion({
      content: null,
      tool_calls: made.map(([id, name, args]) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(args) },
      })),
    });

  /** Checks what the API checks of a request, and gives the contents of the tool messages after the last turn. */
  function lastContents({ tools, messages }: Body): string[] {
    for (const { type, function: tool } of tools) {
      expect(type).toBe("function");
      expect(tool).toMatchObject({ strict: false, parameters: { type: "object" } });
      expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }
    const turn = messages.findLastIndex(({ role }: Body) => role === "assistant");
    const answers = messages.slice(turn + 1);
    if (turn >= 0) {
      const ids = messages[turn].tool_calls.map(({ id }: Body) => id);
      expect(answers.map(({ tool_call_id }: Body) => tool_call_id)).toEqual(ids);
    }
    return answers.map(({ content }: Body) => content);
  }

  test("the model discovers, calls what discover shows twice side by side, and gets both results", async () => {
    await using host = await warehouse();
    await using server = await scriptedServer("/v1/chat/completions", [
      (body) => {
        lastContents(body);
        return calls(["a", "discover", { query: "count one item" }]);
      },
      (body) => {
        const { next } = JSON.parse(lastContents(body)[0] as string);
        const call = (item: string) => ({ ...next.arguments, arguments: { item } });
        return calls(["b", next.tool, call("nut")], ["c", next.tool, { ...call("bolt"), toolName: "drop_item" }]);
      },
      (body) => completion({ content: lastContents(body).join("\n") }),
    ]);
    const kit = await openaiChatTools(expose(host.runtime, "compact"), session);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "How many nuts are there?" }];
    for (;;) {
      const completion = await client(server.url).chat.completions.create({
        model: "gpt-5.5",
        messages,
        tools: kit.tools,
      });
      const answers = await kit.answer(completion);
      const message = completion.choices[0]?.message;
      if (!message) throw new Error("There is no choice.");
      messages.push(message, ...answers);
      if (answers.length > 0) continue;
      expect(message.content).toContain('"count":3');
      expect(message.content).toContain("Error:\nThe bolt broke.");
      break;
    }
  });
});

import { expose } from "@agent-tools/runtime";
import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, test } from "vitest";
import { anthropicTools } from "../../src/providers.js";
import { type Body, scriptedServer } from "../scripted-server.js";
import { pixel, session, warehouse } from "../warehouse.js";

const client = (url: string) => new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 });

function message(stop_reason: string, ...content: object[]): object {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  };
}

const toolUse = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
const textOf = ({ content }: Body): string => content.map(({ text }: Body) => text).join("\n");

/** Checks what the API checks of a request, and gives the results after the last turn. */
function lastResults({ tools, messages }: Body): Body[] {
  const own = tools.filter(({ type }: Body) => type === undefined);
  for (const tool of own) {
    expect(tool).toMatchObject({ input_schema: { type: "object" } });
    expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    for (const keyword of ["oneOf", "allOf", "anyOf"]) expect(tool.input_schema).not.toHaveProperty(keyword);
  }
  expect(tools.some(({ defer_loading }: Body) => defer_loading !== true)).toBe(true);
  const turn = messages.findLastIndex(({ role }: Body) => role === "assistant");
  if (turn < 0) return [];
  const ids = messages[turn].content.flatMap(({ type, id }: Body) => (type === "tool_use" ? id : []));
  expect(messages.length).toBe(turn + 2);
  expect(messages[turn + 1].role).toBe("user");
  expect(messages[turn + 1].content.map(({ tool_use_id }: Body) => tool_use_id)).toEqual(ids);
  return messages[turn + 1].content;
}

describe("Anthropic Messages by its own SDK (O21, O22)", () => {
  test("the model discovers, calls what discover shows, and gets the results", async () => {
    await using host = await warehouse();
    await using server = await scriptedServer("/v1/messages", [
      (body) => {
        lastResults(body);
        return message("tool_use", toolUse("a", "discover", { query: "count one item" }));
      },
      (body) => {
        const { next } = JSON.parse(textOf(lastResults(body)[0]));
        const call = (toolName: string) => ({ ...next.arguments, toolName, arguments: { item: "nut" } });
        return message(
          "tool_use",
          { type: "text", text: "Let me see." },
          toolUse("b", next.tool, call("count_items")),
          toolUse("c", next.tool, call("show-item")),
          toolUse("d", next.tool, call("drop_item")),
        );
      },
      (body) => {
        const [counted, shown, dropped] = lastResults(body);
        expect(counted).not.toHaveProperty("is_error");
        expect(shown.content).toContainEqual({
          type: "image",
          source: { type: "base64", media_type: "image/png", data: pixel },
        });
        expect(dropped).toMatchObject({
          is_error: true,
          content: expect.arrayContaining([{ type: "text", text: "The nut broke." }]),
        });
        return message("end_turn", { type: "text", text: textOf(counted) });
      },
    ]);
    const kit = await anthropicTools(expose(host.runtime, "compact"), session);
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "How many nuts are there?" }];
    for (;;) {
      const request = { model: "claude-opus-5", max_tokens: 1024, messages, tools: kit.tools };
      const response = await client(server.url).messages.create(request);
      const answers = await kit.answer(response);
      messages.push({ role: "assistant", content: response.content }, ...answers);
      if (answers.length > 0) continue;
      expect(response.content[0]).toMatchObject({ text: expect.stringContaining('"count":3') });
      break;
    }
  });

  test("deferred tools are marked, and stand beside the API's own search", async () => {
    await using host = await warehouse();
    const kit = await anthropicTools(expose(host.runtime, "native"), session, { defer: () => true });
    expect(kit.tools.at(-1)).toEqual({ type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" });
    expect(kit.tools.filter((tool) => !("type" in tool)).every((tool) => "defer_loading" in tool)).toBe(true);

    const search = {
      type: "server_tool_use",
      id: "srvtoolu_1",
      name: "tool_search_tool_bm25",
      input: { query: "count" },
    };
    const references = [{ type: "tool_reference", tool_name: "warehouse__count_items" }];
    const found = {
      type: "tool_search_tool_result",
      tool_use_id: "srvtoolu_1",
      content: { type: "tool_search_tool_search_result", tool_references: references },
    };
    await using server = await scriptedServer("/v1/messages", [
      () => message("tool_use", search, found, toolUse("a", "warehouse__count_items", { item: "nut" })),
      (body) => {
        expect(body.messages[1].content.slice(0, 2)).toEqual([search, found]);
        return message("end_turn", { type: "text", text: textOf(lastResults(body)[0]) });
      },
    ]);
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "How many nuts are there?" }];
    const request = { model: "claude-opus-5", max_tokens: 1024, messages, tools: kit.tools };
    const first = await client(server.url).messages.create(request);
    messages.push({ role: "assistant", content: first.content }, ...(await kit.answer(first)));
    const last = await client(server.url).messages.create(request);
    expect(last.content[0]).toMatchObject({ text: expect.stringContaining('"count":3') });
    expect(await kit.answer(last)).toEqual([]);
  });
});

import { expect } from "vitest";
import type { Body } from "./scripted-server.js";

/** A scripted answer of OpenAI's Responses API: calls, or words. */
export function response(...output: readonly object[]): object {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    model: "gpt-5.5",
    status: "completed",
    output,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  };
}

export function functionCall(call_id: string, name: string, args: unknown, more: object = {}): object {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return { type: "function_call", id: `fc_${call_id}`, call_id, name, arguments: text, status: "completed", ...more };
}

export function words(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
}

/** Checks what the API checks of a request, and gives the output of the last call in it. */
export function lastOutput({ tools, input }: Body): Body {
  for (const tool of tools.flatMap((entry: Body) => (entry.type === "namespace" ? entry.tools : entry))) {
    if (tool.type === "tool_search") continue;
    expect(tool).toMatchObject({ type: "function", strict: false, parameters: { type: "object" } });
    expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  }
  const items = Array.isArray(input) ? input : [];
  const calls = items.filter(({ type }) => type === "function_call");
  const outputs = items.filter(({ type }) => type === "function_call_output");
  expect(outputs.map(({ call_id }) => call_id)).toEqual(calls.map(({ call_id }) => call_id));
  return outputs.at(-1)?.output;
}

import { OpenAIProvider, Runner } from "@openai/agents";
import OpenAI from "openai";
import { called } from "./greeter.js";
import { loopback } from "./loopback.js";

export { runtime } from "./greeter.js";

const answer = (output: object) => ({
  ...{ id: "1", object: "response", created_at: 1, model: "scripted", status: "completed", tools: [] },
  ...{ parallel_tool_calls: true, tool_choice: "auto", output: [output] },
  usage: {
    ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
  },
});
const call = { type: "function_call", call_id: "1", name: called.name, arguments: JSON.stringify(called.args) };
const words = (text: string) => ({
  ...{ type: "message", id: "1", role: "assistant", status: "completed" },
  content: [{ type: "output_text", text, annotations: [] }],
});

const url = await loopback(answer(call), (told) => answer(words(told)));
const options = { apiKey: "none", baseURL: `${url}/v1` };

export const client: OpenAI = new OpenAI(options);

const modelProvider = new OpenAIProvider({ ...options, useResponses: true });
export const runner: Runner = new Runner({ modelProvider, tracingDisabled: true });

import Anthropic from "@anthropic-ai/sdk";
import { called } from "./greeter.js";
import { loopback } from "./loopback.js";

export { runtime } from "./greeter.js";

const answer = (stop_reason: string, block: object) => ({
  ...{ id: "1", type: "message", role: "assistant", model: "scripted", stop_reason, stop_sequence: null },
  ...{ content: [block], usage: { input_tokens: 0, output_tokens: 0 } },
});
const call = { type: "tool_use", id: "1", name: called.name, input: called.args };

const url = await loopback(answer("tool_use", call), (text) => answer("end_turn", { type: "text", text }));
export const client: Anthropic = new Anthropic({ apiKey: "none", baseURL: url });

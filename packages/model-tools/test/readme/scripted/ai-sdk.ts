import type { LanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { called } from "./greeter.js";

export { runtime } from "./greeter.js";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const finished = { usage, warnings: [] };

/** The SDK's own mock: it greets Ada, and then says what it was told. */
export const model: LanguageModel = new MockLanguageModelV3({
  async doGenerate({ prompt }) {
    const told = prompt.at(-1);
    if (told?.role === "tool") {
      const text = JSON.stringify(told.content);
      return { ...finished, content: [{ type: "text", text }], finishReason: { unified: "stop", raw: undefined } };
    }
    const { name: toolName, args } = called;
    return {
      ...finished,
      content: [{ type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(args) }],
      finishReason: { unified: "tool-calls", raw: undefined },
    };
  },
});

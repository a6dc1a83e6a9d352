import type { ToolResultPart } from "ai";
import { MockLanguageModelV3 } from "ai/test";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * Stands in for a model, by the AI SDK's own mock, so that the example runs without one: it asks the catalogue in the
 * user's words, makes the call that the catalogue shows, confirms when it is told to, and then reports.
 */
export const scriptedModel: MockLanguageModelV3 = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const results = prompt.flatMap(({ role, content }) => (role === "tool" ? (content as ToolResultPart[]) : []));
    const texts = results.map(({ output }) => ("value" in output ? String(output.value) : ""));
    const call = nextCall(texts);
    if (!call) {
      const text = `Done: ${texts.at(-1)}`;
      return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] };
    }
    const { toolName, input } = call;
    return {
      content: [{ type: "tool-call", toolCallId: `call-${texts.length}`, toolName, input: JSON.stringify(input) }],
      finishReason: { unified: "tool-calls", raw: "tool_calls" },
      usage,
      warnings: [],
    };
  },
});

function nextCall([catalogue, ...answers]: readonly string[]): { toolName: string; input: object } | undefined {
  if (catalogue === undefined) return { toolName: "discover", input: { query: "take one item out" } };
  const { next } = JSON.parse(catalogue);
  const { confirm: _, ...unconfirmed } = { ...next.arguments, arguments: { item: "nut" } };
  if (answers.length === 0) return { toolName: next.tool, input: unconfirmed };
  if (answers.at(-1)?.startsWith("confirmation_required")) {
    return { toolName: next.tool, input: { ...unconfirmed, confirm: true } };
  }
  return undefined;
}

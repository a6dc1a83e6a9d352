import type { ModelTool } from "@agent-tools/model-tools";

/** What a model answers with: a call, or words. */
export type Turn = { readonly call: string; readonly arguments: object } | { readonly answer: string };

/**
 * Stands in for a model, so that the example runs without one: it asks the catalogue in the user's words, makes the call
 * that the catalogue shows, confirms when it is told to, and then reports.
 */
export async function scriptedModel(
  messages: readonly { readonly role: string; readonly content: string }[],
  tools: readonly ModelTool[],
): Promise<Turn> {
  const [question, ...answers] = messages;
  const last = answers.at(-1)?.content;
  if (last === undefined) {
    const discover = tools.find(({ name }) => name === "discover");
    if (!discover) throw new Error("No discover is offered.");
    return { call: discover.name, arguments: { query: question?.content } };
  }
  if (answers.length === 1) {
    const { next } = JSON.parse(last);
    const { confirm: _, ...unconfirmed } = next.arguments;
    return { call: next.tool, arguments: { ...unconfirmed, arguments: { item: "nut" } } };
  }
  if (last.startsWith("confirmation_required")) {
    const call = { plugin: "warehouse", toolName: "take_item", arguments: { item: "nut" }, confirm: true };
    return { call: "call", arguments: call };
  }
  return { answer: `Done: ${last}` };
}

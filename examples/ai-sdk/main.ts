// The AI SDK with the runtime inside the same program: its model gets an exposure as tools, and nothing is served anywhere.
import { definePlugin, defineTool, localCaller, toolsAdapter } from "@agent-tools/contract";
import { aiSdkTools } from "@agent-tools/model-tools/ai-sdk";
import { createRuntime, expose } from "@agent-tools/runtime";
import { generateText, stepCountIs } from "ai";
import { Type } from "typebox";
import { scriptedModel } from "./scripted-model.js";

const stock = new Map([
  ["bolt", 12],
  ["nut", 3],
]);
const item = Type.Object({ item: Type.String() });
const warehouse = definePlugin({
  name: "Warehouse",
  prefix: "warehouse",
  description: "What is on the shelves.",
  adapter: toolsAdapter([
    defineTool({
      name: "count_items",
      description: "Counts one item.",
      input: item,
      effect: "read",
      call: ({ item }) => ({ item, count: stock.get(item) ?? 0 }),
    }),
    defineTool({
      name: "take_item",
      description: "Takes one item out.",
      input: item,
      call: ({ item }) => ({ item, left: take(item) }),
    }),
  ]),
});

function take(name: string): number {
  const left = (stock.get(name) ?? 0) - 1;
  if (left < 0) throw new Error(`There is no ${name} left.`);
  stock.set(name, left);
  return left;
}

await using runtime = await createRuntime({ plugins: [warehouse] });

const { text, steps } = await generateText({
  // Any model of the AI SDK; this one is scripted, so that the example needs none.
  model: scriptedModel,
  tools: await aiSdkTools(expose(runtime, "compact"), { caller: localCaller({ agent: "storekeeper" }) }),
  stopWhen: stepCountIs(10),
  prompt: "Take one nut, please.",
});

for (const { content } of steps) {
  for (const part of content) {
    if (part.type === "tool-call") console.log(`${part.toolName} ${JSON.stringify(part.input)}`);
    if (part.type === "tool-error") console.log(`  -> ${(part.error as Error).message}`);
  }
}
console.log(`model: ${text}`);

if (stock.get("nut") !== 2) throw new Error(`There should be 2 nuts left, and there are ${stock.get("nut")}.`);
const failed = steps.flatMap(({ content }) => content.filter(({ type }) => type === "tool-error"));
if (failed.length !== 1) throw new Error("The first call, which nobody confirmed, should have been refused.");

// An agent loop with the runtime inside it: the model's tools are plain objects, and nothing is served anywhere.
import { definePlugin, defineTool, localCaller, toolsAdapter } from "@agent-tools/contract";
import { type ModelTool, modelTools } from "@agent-tools/model-tools";
import { createRuntime, expose } from "@agent-tools/runtime";
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
const tools = await modelTools(expose(runtime, "compact"), { caller: localCaller({ agent: "storekeeper" }) });

// The loop of every agent: ask the model, run what it calls, hand back what came out, until it answers in words.
const messages: { role: string; content: string }[] = [{ role: "user", content: "Take one nut, please." }];
for (;;) {
  const turn = await scriptedModel(messages, tools);
  if ("answer" in turn) {
    console.log(`model: ${turn.answer}`);
    break;
  }
  const tool = tools.find(({ name }) => name === turn.call) as ModelTool;
  const result = await tool.execute(turn.arguments);
  const content = result.content.map((block) => String(block["text"])).join("\n");
  console.log(`${turn.call} ${JSON.stringify(turn.arguments)}\n  -> ${content}`);
  messages.push({ role: "tool", content });
}
if (stock.get("nut") !== 2) throw new Error(`There should be 2 nuts left, and there are ${stock.get("nut")}.`);

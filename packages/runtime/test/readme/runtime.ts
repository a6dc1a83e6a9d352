import { definePlugin, defineTool, localCaller, ToolError, toolsAdapter } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { Type } from "typebox";

const notes: string[] = [];
const add = defineTool({
  name: "add_note",
  input: Type.Object({ text: Type.String() }),
  call: ({ text }) => notes.push(text),
});
const plugin = definePlugin({ name: "Notes", prefix: "notes", adapter: toolsAdapter([add]) });

await using runtime = await createRuntime({
  plugins: [plugin],
  observers: [{ record: (event) => console.log(event.status) }],
});
const call = { target: { plugin: "notes", tool: "add_note" }, arguments: { text: "buy milk" } };

const refused = await runtime.call(call, localCaller()).catch((error: unknown) => error); // refused
if (!ToolError.is(refused) || refused.code !== "confirmation_required") throw refused;
await runtime.call({ ...call, confirm: true }, localCaller()); // done
if (notes.length !== 1) throw new Error(`There are ${notes.length} notes.`);

import { defineTool, standaloneContext, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

const countWords = defineTool({
  name: "count_words",
  description: "Counts the words of a text.",
  input: Type.Object({ text: Type.String() }),
  effect: "read",
  call: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }),
});

const adapter = toolsAdapter([countWords]);
const answer = await adapter.call("count_words", { text: "two words" }, standaloneContext());
if (JSON.stringify(answer) !== '{"words":2}') throw new Error(JSON.stringify(answer));

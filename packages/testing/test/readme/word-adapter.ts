import { type Adapter, defineTool, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

/** The adapter that the README's examples are about. */
export function wordAdapter(): Adapter {
  const countWords = defineTool({
    name: "count_words",
    input: Type.Object({ text: Type.String() }),
    effect: "read",
    call: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }),
  });
  return toolsAdapter([countWords]);
}

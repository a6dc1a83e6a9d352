import { type DefinedTool, defineTool, ToolError } from "@agent-tools/contract";
import { Type } from "typebox";
import type { ReadFileCage } from "./cages.js";
import { confinedFolder } from "./confined-file.js";
import { sensitive } from "./sensitive.js";

/** `read_file`: one text file under the root. */
export function readFileTool({ root, maxBytes = 1_048_576 }: ReadFileCage): DefinedTool {
  const folder = confinedFolder(root);
  return defineTool({
    name: "read_file",
    description: `Reads one text file (UTF-8, at most ${maxBytes} bytes) of the folder that the operator has opened.`,
    input: Type.Object({ path: Type.String({ description: "Relative to that folder, for example notes/today.md." }) }),
    effect: "read",
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...sensitive,
    async call({ path }, context) {
      context.signal.throwIfAborted();
      const text = textOf(await folder.read(path, maxBytes), path);
      return { content: [{ type: "text", text }] };
    },
  });
}

function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolError("unsupported", `${JSON.stringify(path)} is no text (UTF-8), and only text is read.`, { cause });
  }
}

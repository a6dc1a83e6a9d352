import { createHash } from "node:crypto";
import { type Tool, ToolError } from "@agent-tools/contract";

const MARK = "agent-tools/definition";

/** What a version is made of: who has it, its name and its number. */
export type DefinitionVersion = readonly (string | number)[];

/**
 * The tool with a mark of the version that it was made from, in its `_meta`. A listed definition does not show all that a call
 * does: where it goes to, or which arguments the host adds. With the mark, whatever is bound to a definition's digest (an
 * approval) ends with the next version, even where the two look alike.
 */
export function marked(tool: Tool, version: DefinitionVersion): Tool {
  return { ...tool, _meta: { ...tool["_meta"], [MARK]: [...marksOf(tool), markOf(version)] } };
}

/** The tool without its last mark, as whoever marked it before knows it. */
export function unmarked(tool: Tool): Tool {
  return { ...tool, _meta: { ...tool["_meta"], [MARK]: marksOf(tool).slice(0, -1) } };
}

/** Throws `upstream_unavailable` where a call was decided about another version than the one that would run. */
export function checkMark(decided: Tool | undefined, version: DefinitionVersion): void {
  if (decided === undefined || marksOf(decided).at(-1) === markOf(version)) return;
  throw new ToolError("upstream_unavailable", `Tool "${decided.name}" was changed a moment ago, and was not run.`, {
    hint: "Look at the tool again with discover, and make the call anew if it is still wanted.",
  });
}

function marksOf(tool: Tool): readonly string[] {
  const marks: unknown = tool["_meta"]?.[MARK];
  return Array.isArray(marks) ? marks : [];
}

function markOf(version: DefinitionVersion): string {
  return createHash("sha256").update(JSON.stringify(version)).digest("base64url");
}

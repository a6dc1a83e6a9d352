import { ToolError } from "@agent-tools/contract";

/** The tool of this name. Throws `unknown_target` where there is none. */
export function toolNamed<T>(tools: ReadonlyMap<string, T>, name: string): T {
  const tool = tools.get(name);
  if (!tool) throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
  return tool;
}

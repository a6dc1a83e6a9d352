import type { Tool, ToolResult } from "@agent-tools/contract";
import type { CallIo, Pending, Session } from "../exposure.js";

/** One tool as an exposure lists it, and what runs when it is called: it settles the arguments and may throw ToolErrors. */
export interface ExposedTool {
  readonly tool: Tool;
  run(args: unknown, session: Session, io: CallIo): Promise<ToolResult | Pending>;
}

/** The tools of one exposure. */
export interface ExposedTools {
  list(session: Session): Promise<readonly ExposedTool[]>;
  /** The tool of that name, or undefined. */
  find(name: string, session: Session): Promise<ExposedTool | undefined>;
  /** True where the list depends on more than the configuration. */
  readonly isChanging: boolean;
}

/** Tools that follow from the configuration alone. */
export function fixedTools(tools: readonly ExposedTool[]): ExposedTools {
  const byName = new Map(tools.map((each) => [each.tool.name, each]));
  return { list: async () => tools, find: async (name) => byName.get(name), isChanging: false };
}

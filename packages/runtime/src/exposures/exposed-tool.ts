import type { Tool, ToolResult } from "@agent-tools/contract";
import type { CallIo, Pending, Session } from "../exposure.js";
import type { ConfiguredPlugin } from "../membership.js";
import type { Runtime } from "../runtime.js";

/** One tool as an exposure lists it, and what runs when it is called: it settles the arguments and may throw ToolErrors. */
export interface ExposedTool {
  readonly tool: Tool;
  run(args: unknown, session: Session, io: CallIo): Promise<ToolResult | Pending>;
}

/** The tools of one exposure. */
export interface ExposedTools {
  /** How to use them, for a model that has not seen them yet. It speaks of no tool that is not listed. */
  guide(session: Session): string;
  list(session: Session): Promise<readonly ExposedTool[]>;
  /** The tool of that name, or undefined. */
  find(name: string, session: Session): Promise<ExposedTool | undefined>;
  /** True where the list depends on more than the configuration and the policy. */
  readonly isChanging: boolean;
}

/** Tools that follow from the configured plugins, as the caller may know them. */
export function configuredTools(
  runtime: Runtime,
  guide: string,
  make: (plugins: readonly ConfiguredPlugin[]) => readonly ExposedTool[],
): ExposedTools {
  const usual = make(runtime.plugins);
  const list = async ({ caller }: Session) => {
    const plugins = await runtime.pluginsFor(caller);
    return plugins === runtime.plugins ? usual : make(plugins);
  };
  return {
    guide: () => guide,
    list,
    find: async (name, session) => (await list(session)).find(({ tool }) => tool.name === name),
    isChanging: false,
  };
}

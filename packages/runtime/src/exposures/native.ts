import type { Effect, ToolAnnotations } from "@agent-tools/contract";
import type { Session } from "../exposure.js";
import type { ListedTool } from "../listed-tool.js";
import type { ResultBudget } from "../results/fit.js";
import type { Runtime } from "../runtime.js";
import type { ExposeOptions } from "./expose-options.js";
import { exposedName } from "./exposed-name.js";
import type { ExposedTool, ExposedTools } from "./exposed-tool.js";
import { answerCall } from "./facade-answers.js";
import { helpTool, readTool } from "./facade-tools.js";

const HELP = "agent_tools_help";
const READ = "agent_tools_read";

/** Every tool that the caller may use, as `<prefix>__<tool>`, for clients that search tools themselves. */
export function native(runtime: Runtime, { budget = {} }: ExposeOptions): ExposedTools {
  const fixed = [readTool(runtime, READ), helpTool(runtime, HELP)];
  const list = async ({ caller }: Session) => [
    ...(await runtime.tools(caller)).map((each) => nativeTool(runtime, each, budget)),
    ...fixed,
  ];
  return {
    isChanging: true,
    list,
    async find(name, session) {
      const own = fixed.find(({ tool }) => tool.name === name);
      return own ?? (await list(session)).find(({ tool }) => tool.name === name);
    },
  };
}

function nativeTool(runtime: Runtime, { plugin, tool, effect }: ListedTool, budget: ResultBudget): ExposedTool {
  return {
    tool: {
      ...tool,
      name: exposedName(plugin, tool.name),
      inputSchema: tool.inputSchema ?? { type: "object" },
      annotations: { ...tool.annotations, ...hintsOf(effect) },
    },
    run: (args, session, io) =>
      answerCall(
        runtime,
        { target: { plugin, tool: tool.name }, arguments: args, confirmBy: "person" },
        { budget, reader: READ, hasOutputSchema: tool.outputSchema !== undefined },
        session,
        io,
      ),
  };
}

/** The hints that clients gate by, as the runtime itself treats the tool. */
function hintsOf(effect: Effect): ToolAnnotations {
  return effect === "read"
    ? { readOnlyHint: true }
    : { readOnlyHint: false, destructiveHint: effect === "destructive" };
}

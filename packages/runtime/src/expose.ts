import { ToolError, type ToolResult } from "@agent-tools/contract";
import type { Exposure } from "./exposure.js";
import { aboutPlugin, compact } from "./exposures/compact.js";
import type { ExposeOptions } from "./exposures/expose-options.js";
import type { ExposedTools } from "./exposures/exposed-tool.js";
import { inventory } from "./exposures/inventory.js";
import { native } from "./exposures/native.js";
import { perPlugin } from "./exposures/per-plugin.js";
import { didYouMean, nearest } from "./path/nearest.js";
import type { Runtime } from "./runtime.js";

/** A way to show a runtime to a client. */
export type ExposureName = "per-plugin" | "compact" | "native";

const exposures: Readonly<Record<ExposureName, (runtime: Runtime, options: ExposeOptions) => ExposedTools>> = {
  "per-plugin": perPlugin,
  compact,
  native,
};

/** More plugins than this, and the compact exposure is chosen where none is named. */
const FEW_PLUGINS = 4;

/**
 * What a client sees of the runtime. `per-plugin` lists two or three tools for each plugin, `compact` four however many
 * there are, `native` every tool. Default: `per-plugin` for up to 4 plugins, else `compact`.
 */
export function expose(runtime: Runtime, how?: ExposureName, options: ExposeOptions = {}): Exposure {
  const tools = exposures[how ?? (runtime.plugins.length <= FEW_PLUGINS ? "per-plugin" : "compact")](runtime, options);
  return {
    info: runtime.info,
    instructions: () => instructionsOf(runtime),
    listTools: async (session) => (await tools.list(session)).map((each) => each.tool),
    async callTool(name, args, session, io = {}) {
      const found = await tools.find(name, session);
      if (!found) {
        const near = nearest(
          name,
          (await tools.list(session)).map((each) => each.tool.name),
        );
        throw new ToolError("unknown_target", `There is no tool "${name}".${didYouMean(near)}`);
      }
      try {
        return await found.run(args, session, io);
      } catch (error) {
        return errorResult(ToolError.from(error));
      }
    },
    onToolsChanged: tools.isChanging ? runtime.onToolsChanged : () => () => {},
  };
}

/** A failure as a model reads it: what happened, and what to do. */
function errorResult(error: ToolError): ToolResult {
  const { code, message, hint } = error;
  return {
    content: [{ type: "text", text: `${code}: ${message}\nWhat to do: ${hint}` }],
    isError: true,
    _meta: { "agent-tools/error": error.toJSON() },
  };
}

function instructionsOf({ plugins }: Runtime): string {
  const about = inventory(plugins.map(aboutPlugin), 800);
  return `Tools of ${about}. Find a tool by asking discover for what you want to do, then call it. What discover answers is a catalogue, not data.`;
}

import { ToolError, type ToolResult } from "@agent-tools/contract";
import type { Exposure } from "./exposure.js";
import { automatic } from "./exposures/automatic.js";
import { aboutPlugin, compact } from "./exposures/compact.js";
import type { ExposeOptions } from "./exposures/expose-options.js";
import type { ExposedTools } from "./exposures/exposed-tool.js";
import { inventory } from "./exposures/inventory.js";
import { gated, native } from "./exposures/native.js";
import { perPlugin } from "./exposures/per-plugin.js";
import { didYouMean, nearest } from "./path/nearest.js";
import type { Runtime } from "./runtime.js";

/** A way to show a runtime to a client. */
export type ExposureName = "auto" | "per-plugin" | "compact" | "native" | "gated";

const exposures: Readonly<Record<ExposureName, (runtime: Runtime, options: ExposeOptions) => ExposedTools>> = {
  auto: automatic,
  "per-plugin": perPlugin,
  compact,
  native,
  gated,
};

/**
 * What a client sees of the runtime. `per-plugin` lists two or three tools for each plugin, `compact` a handful however
 * many there are, `native` every tool, `gated` every tool and `load_skill`. `auto` picks by the client: `native` for one
 * that is known to search tools itself, else `per-plugin` for up to 4 plugins and `compact` for more.
 */
export function expose(runtime: Runtime, how: ExposureName = "auto", options: ExposeOptions = {}): Exposure {
  const tools = exposures[how](runtime, options);
  return {
    info: runtime.info,
    instructions: () => instructionsOf(runtime),
    ...(runtime.skills.published && { skills: runtime.skills.published }),
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
    onToolsChanged: tools.isChanging ? runtime.onToolsChanged : runtime.onPolicyChanged,
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

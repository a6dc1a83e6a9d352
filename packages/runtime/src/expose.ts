import { ToolError } from "@agent-tools/contract";
import { knownClient } from "./clients.js";
import type { Exposure, Session } from "./exposure.js";
import { automatic } from "./exposures/automatic.js";
import { aboutPlugin, compact } from "./exposures/compact.js";
import { errorResult } from "./exposures/error-result.js";
import type { ExposeOptions } from "./exposures/expose-options.js";
import type { ExposedTools } from "./exposures/exposed-tool.js";
import { inventory } from "./exposures/inventory.js";
import { gated, native } from "./exposures/native.js";
import { passThrough } from "./exposures/pass-through.js";
import { perPlugin } from "./exposures/per-plugin.js";
import { didYouMean, nearest } from "./path/nearest.js";
import { head } from "./results/cut.js";
import type { Runtime } from "./runtime.js";

/** A way to show a runtime to a client. */
export type ExposureName = "auto" | "per-plugin" | "compact" | "native" | "gated" | "pass-through";

const exposures: Readonly<
  Record<Exclude<ExposureName, "pass-through">, (runtime: Runtime, options: ExposeOptions) => ExposedTools>
> = {
  auto: automatic,
  "per-plugin": perPlugin,
  compact,
  native,
  gated,
};

/** How many characters of the instructions may list plugins. */
const PLUGINS_LISTED = 800;

/** What of the instructions reaches the model begins with the inventory, and is not to end in the middle of it. */
function listedFor({ client }: Session): number {
  const most = knownClient(client)?.instructions || PLUGINS_LISTED;
  return Math.min(PLUGINS_LISTED, most - "Tools of  and 100 more. ".length);
}

/**
 * What a client sees of the runtime. `per-plugin` lists two or three tools for each plugin, `compact` a handful however
 * many there are, `native` every tool, `gated` every tool and `load_skill`. `auto` picks by the client: `native` for one
 * that is known to search tools itself, else `per-plugin` for up to 4 plugins and `compact` for more. `pass-through` shows one
 * plugin as if there were nothing in between, its resources and prompts included; throws `invalid_configuration` where
 * `plugin` does not name it and there are several.
 */
export function expose(runtime: Runtime, how: ExposureName = "auto", options: ExposeOptions = {}): Exposure {
  if (how === "pass-through") return passThrough(runtime, options);
  const tools = exposures[how](runtime, options);
  return {
    info: runtime.info,
    instructions: (session) =>
      `Tools of ${inventory(runtime.plugins.map(aboutPlugin), listedFor(session))}. ${tools.guide(session)}`,
    ...(runtime.skills.published && { skills: runtime.skills.published }),
    listTools: async (session) => (await tools.list(session)).map((each) => each.tool),
    async callTool(name, args, session, io = {}) {
      const found = await tools.find(name, session);
      if (!found) {
        const near = nearest(
          name,
          (await tools.list(session)).map((each) => each.tool.name),
        );
        throw new ToolError("unknown_target", `There is no tool "${head(name, 200)}".${didYouMean(near)}`, {
          hint: "Call a tool by a name that is listed here.",
        });
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

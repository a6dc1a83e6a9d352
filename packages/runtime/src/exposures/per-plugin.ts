import type { ConfiguredPlugin } from "../membership.js";
import type { Runtime } from "../runtime.js";
import type { ExposeOptions } from "./expose-options.js";
import { configuredTools, type ExposedTools } from "./exposed-tool.js";
import { type Facade, facadeGuide, facadeTools, helpTool, readTool } from "./facade-tools.js";

const HELP = "agent_tools_help";
const READ = "agent_tools_read";

/** Two or three tools for each plugin, named after it, and one each to read on and to see what is here. */
export function perPlugin(runtime: Runtime, options: ExposeOptions): ExposedTools {
  const facadeOptions = { budget: options.budget ?? {}, isSplit: options.verbs === "split", reader: READ };
  const guide = facadeGuide("its plugin's agent_tools_<plugin>_discover", "agent_tools_<plugin>_call");
  return configuredTools(runtime, guide, (plugins) => [
    ...plugins.flatMap((plugin) => facadeTools(runtime, facadeOf(plugin), facadeOptions)),
    readTool(runtime, READ),
    helpTool(runtime, HELP),
  ]);
}

function facadeOf({ prefix, name, description, skills, discoverHint, alternatives }: ConfiguredPlugin): Facade {
  const about = description === undefined ? name : `${name} (${description.replace(/\.$/, "")})`;
  const others = alternatives.length > 0 ? `plugin ${alternatives.join(", ")}` : `another plugin (see ${HELP})`;
  return {
    plugin: prefix,
    discover: {
      name: `agent_tools_${prefix}_discover`,
      description: `Find tools of ${about}. Say in English what you want to do; no query lists all. The same domain may be covered by ${others}.${discoverHint === undefined ? "" : ` ${discoverHint}`}`,
    },
    call: {
      name: `agent_tools_${prefix}_call`,
      description: `Call one tool of ${name}. Take its name and arguments from discover. What is not read-only needs confirm: true.`,
    },
    ...(skills.length === 0
      ? {}
      : {
          runSkill: {
            name: `agent_tools_${prefix}_run_skill`,
            description: `Run a tested recipe of ${name} in one call. Skills: ${skills.join(", ")}. discover with a query tells their arguments.`,
          },
        }),
  };
}

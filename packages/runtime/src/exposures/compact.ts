import type { ConfiguredPlugin } from "../membership.js";
import type { Runtime } from "../runtime.js";
import type { ExposeOptions } from "./expose-options.js";
import { configuredTools, type ExposedTool, type ExposedTools } from "./exposed-tool.js";
import { type Facade, facadeGuide, facadeTools, helpTool, readTool } from "./facade-tools.js";
import { inventory } from "./inventory.js";

/** How many characters of a description may list what is here. */
const LISTED = 1_200;

/** The same tools, however many plugins there are. */
export function compact(runtime: Runtime, options: ExposeOptions): ExposedTools {
  const guide = facadeGuide("discover", "call");
  return configuredTools(runtime, guide, (plugins) => compactTools(runtime, plugins, options));
}

function compactTools(
  runtime: Runtime,
  plugins: readonly ConfiguredPlugin[],
  options: ExposeOptions,
): readonly ExposedTool[] {
  const skills = plugins.flatMap(({ prefix, skills }) => skills.map((skill) => `${prefix}:${skill}`));
  const facade: Facade = {
    discover: {
      name: "discover",
      description: `Find tools and recipes of these plugins: ${inventory(plugins.map(aboutPlugin), LISTED)}. Say in English what you want to do; no query lists all.`,
    },
    call: {
      name: "call",
      description:
        "Call one tool. Take its plugin, name and arguments from discover. What is not read-only needs confirm: true.",
    },
    ...(skills.length === 0
      ? {}
      : {
          runSkill: {
            name: "run_skill",
            description: `Run a tested recipe in one call. Skills, as plugin:skill: ${inventory(skills, LISTED)}. discover with a query tells their arguments.`,
          },
        }),
  };
  const facadeOptions = { budget: options.budget ?? {}, isSplit: options.verbs === "split", reader: "read" };
  const tools = facadeTools(runtime, facade, facadeOptions);
  return [...tools, readTool(runtime, "read"), helpTool(runtime, "help")];
}

/** A plugin in an inventory: its prefix, and what it is where that says more. */
export function aboutPlugin({ prefix, name, description }: ConfiguredPlugin): string {
  const about = (description ?? name).replace(/\.$/, "");
  return about === prefix ? prefix : `${prefix} (${about})`;
}

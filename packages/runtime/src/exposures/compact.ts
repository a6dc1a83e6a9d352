import type { ConfiguredPlugin } from "../membership.js";
import type { Runtime } from "../runtime.js";
import { type ExposedTools, fixedTools } from "./exposed-tool.js";
import { facadeTools, helpTool } from "./facade-tools.js";
import { inventory } from "./inventory.js";

/** How many characters of a description may list what is here. */
const LISTED = 1_200;

/** The same tools, however many plugins there are. */
export function compact(runtime: Runtime): ExposedTools {
  const { plugins } = runtime;
  const skills = plugins.flatMap(({ prefix, skills }) => skills.map((skill) => `${prefix}:${skill}`));
  const tools = facadeTools(runtime, {
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
  });
  return fixedTools([...tools, helpTool(runtime, "help")]);
}

/** A plugin in an inventory: its prefix, and what it is where that says more. */
export function aboutPlugin({ prefix, name, description }: ConfiguredPlugin): string {
  const about = (description ?? name).replace(/\.$/, "");
  return about === prefix ? prefix : `${prefix} (${about})`;
}

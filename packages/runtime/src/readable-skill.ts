import type { ServedSkill } from "@agent-tools/skills";
import { wildcard } from "@agent-tools/skills";
import type { InstructionSkill } from "./skill-source.js";

/** A skill to read as one caller sees it: the host's own, or one that a plugin's server publishes. */
export interface ReadableSkill extends InstructionSkill {
  /** The plugin whose server publishes it, and what it published. Such a skill is called `prefix:name`. */
  readonly served?: { readonly plugin: string; readonly skill: ServedSkill };
}

/** A server's skill under the name that it has here. It speaks of tools of its own plugin only. */
export function fromServer(plugin: string, skill: ServedSkill): ReadableSkill {
  const { name, description, allowedTools } = skill;
  const own = allowedTools.filter((pattern) => !pattern.includes(":") || pattern.startsWith(`${plugin}:`));
  return {
    name: `${plugin}:${name}`,
    description,
    allowedTools: own.map((pattern) => (pattern.includes(":") ? pattern : `${plugin}:${pattern}`)),
    served: { plugin, skill },
  };
}

/** Whether the skill speaks of this tool. A bare pattern is for tools of that name in any plugin. */
export function speaksOf({ allowedTools }: InstructionSkill, plugin: string, tool: string): boolean {
  return allowedTools.some((pattern) => {
    const [ofPlugin, ofTool] = parts(pattern);
    return wildcard(ofPlugin).test(plugin) && wildcard(ofTool).test(tool);
  });
}

/** Whether the skill may concern this plugin: it speaks of its tools, or of no tools at all. */
export function concerns({ allowedTools, served }: ReadableSkill, plugin: string): boolean {
  if (served) return served.plugin === plugin;
  return allowedTools.length === 0 || allowedTools.some((pattern) => wildcard(parts(pattern)[0]).test(plugin));
}

function parts(pattern: string): readonly [plugin: string, tool: string] {
  const colon = pattern.indexOf(":");
  return colon < 0 ? ["*", pattern] : [pattern.slice(0, colon), pattern.slice(colon + 1)];
}

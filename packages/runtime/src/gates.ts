import { type Caller, ToolError } from "@agent-tools/contract";
import { wildcard } from "@agent-tools/skills";
import { didYouMean, nearest } from "./path/nearest.js";
import type { InstructionSkill, SkillSource } from "./skill-source.js";

/**
 * Which tools wait for a skill to be loaded, in each conversation. A gate leads a model to the instructions before it
 * calls; it is no protection, since lifting it takes nothing but asking. It decides what may be called, never what may be
 * found.
 */
export interface Gates {
  skills(): Promise<readonly InstructionSkill[]>;
  /** Throws `skill_required` where a tool waits for a skill that this conversation has not loaded. */
  check(target: { readonly plugin: string; readonly tool: string }, caller: Caller): Promise<void>;
  /** The skill's instructions; from here on its tools are open in this conversation. Where they cannot be read, none is. */
  load(name: string, caller: Caller): Promise<string>;
}

/** How many conversations are remembered; the one that has been quiet the longest has to load its skills again. */
const MOST_CONVERSATIONS = 2_000;

/** The gates of the skills of a source. */
export function createGates(source: SkillSource): Gates {
  const loaded = new Map<string, Set<string>>();
  const skills = async () => source.list();
  return {
    skills,
    async check({ plugin, tool }, caller) {
      const gating = (await skills()).filter(({ allowedTools }) =>
        allowedTools.some((pattern) => covers(pattern, plugin, tool)),
      );
      const open = loaded.get(keyOf(caller));
      if (gating.length === 0 || gating.some(({ name }) => open?.has(name))) return;
      const names = gating.map(({ name }) => `"${name}"`).join(" or ");
      throw new ToolError("skill_required", `Tool "${tool}" of plugin "${plugin}" waits for the skill ${names}.`, {
        hint: `Call load_skill with ${names}, read it, then repeat this call.`,
      });
    },
    async load(name, caller) {
      const names = (await skills()).map((skill) => skill.name);
      if (!names.includes(name)) {
        throw new ToolError("unknown_target", `There is no skill "${name}".${didYouMean(nearest(name, names))}`);
      }
      const body = await source.body(name);
      const key = keyOf(caller);
      const open = loaded.get(key) ?? new Set();
      loaded.delete(key);
      loaded.set(key, open.add(name));
      if (loaded.size > MOST_CONVERSATIONS) loaded.delete(loaded.keys().next().value as string);
      return body;
    },
  };
}

function keyOf({ workspace, agent, caller, conversation }: Caller): string {
  return JSON.stringify([workspace, agent, caller, conversation]);
}

/** Whether a pattern `prefix:tool` is for this tool; a bare one is for tools of that name in any plugin. */
function covers(pattern: string, plugin: string, tool: string): boolean {
  const colon = pattern.indexOf(":");
  return (colon < 0 || wildcard(pattern.slice(0, colon)).test(plugin)) && wildcard(pattern.slice(colon + 1)).test(tool);
}

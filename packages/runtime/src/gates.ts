import { type Caller, ToolError } from "@agent-tools/contract";
import { createConversations } from "./conversations.js";
import { didYouMean, nearest } from "./path/nearest.js";
import { type ReadableSkill, speaksOf } from "./readable-skill.js";
import type { LoadedInstructions, SkillLibrary } from "./skill-library.js";

/**
 * Which tools wait for a skill to be loaded, and to which it has narrowed itself, in each conversation. A gate leads a
 * model to the instructions before it calls; it is no protection, since lifting it takes nothing but asking. It decides
 * what may be called, never what may be found.
 */
export interface Gates {
  /** Throws `skill_required` where a tool waits for a skill that this conversation has not loaded. */
  check(target: { readonly plugin: string; readonly tool: string }, caller: Caller): Promise<void>;
  /**
   * The skill's instructions; from here on its tools are open in this conversation, and discover looks among them first.
   * Where the instructions cannot be read, nothing changes.
   */
  load(name: string, caller: Caller): Promise<LoadedInstructions>;
  /**
   * The skill to whose tools this conversation has narrowed itself: the one that is asked for, from here on, else the one it
   * was before. `all` undoes it. Throws `unknown_target` where there is no such skill.
   */
  toolset(asked: string | undefined, caller: Caller): Promise<ReadableSkill | undefined>;
}

/** The word for no narrowing. */
const ALL = "all";

/** The gates of a library's skills. */
export function createGates(library: SkillLibrary): Gates {
  const conversations = createConversations();
  return {
    async check({ plugin, tool }, caller) {
      const skills = await library.list(caller, plugin);
      const gating = skills.filter((skill) => speaksOf(skill, plugin, tool));
      const open = conversations.get(caller)?.loaded;
      if (gating.length === 0 || gating.some(({ name }) => open?.has(name))) return;
      const names = gating.map(({ name }) => `"${name}"`).join(" or ");
      throw new ToolError("skill_required", `Tool "${tool}" of plugin "${plugin}" waits for the skill ${names}.`, {
        hint: `Call load_skill with ${names}, read it, then repeat this call.`,
      });
    },
    async load(name, caller) {
      const { skill, ...instructions } = await library.load(name, caller);
      const conversation = conversations.open(caller);
      conversation.loaded.add(skill.name);
      if (skill.allowedTools.length > 0) conversation.toolset = skill.name;
      return { skill, ...instructions };
    },
    async toolset(asked, caller) {
      const name = asked ?? conversations.get(caller)?.toolset;
      if (name === undefined) return undefined;
      if (asked === ALL) {
        conversations.open(caller).toolset = undefined;
        return undefined;
      }
      const skills = (await library.list(caller)).filter(({ allowedTools }) => allowedTools.length > 0);
      const skill = skills.find((each) => each.name === name);
      if (skill && asked !== undefined) conversations.open(caller).toolset = name;
      if (skill || asked === undefined) return skill;
      const names = skills.map((each) => each.name);
      throw new ToolError("unknown_target", `There is no toolset "${name}".${didYouMean(nearest(name, names))}`, {
        hint: `A toolset is a skill that speaks of tools: ${names.join(", ") || "none here"}. "${ALL}" means every tool.`,
      });
    },
  };
}

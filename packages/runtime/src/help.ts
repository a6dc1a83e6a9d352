import type { Snapshot } from "./catalogue.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { configured } from "./membership.js";
import type { InstructionSkill } from "./skill-source.js";

/** What help says about one plugin. */
export interface PluginHelp {
  readonly plugin: string;
  readonly description: string;
  /** How many tools it has; absent while that is not known. */
  readonly tools?: number;
  readonly skills: readonly string[];
  readonly state: "ready" | "connecting" | "failed";
  /** Why it is not ready. */
  readonly message?: string;
  /** Other plugins for the same domain. */
  readonly alternatives?: readonly string[];
}

/** One line for each plugin. */
export interface Help {
  readonly plugins: readonly PluginHelp[];
  /** Skills to read, with what each is for. */
  readonly skills?: readonly Pick<InstructionSkill, "name" | "description">[];
}

/** What is here, and how each of it is doing. */
export function help(loaded: readonly LoadedPlugin[], { lists, skills: toRead }: Snapshot): Help {
  return {
    ...(toRead.length === 0 ? {} : { skills: toRead.map(({ name, description }) => ({ name, description })) }),
    plugins: loaded.map((owner) => {
      const { prefix, name, description = name, skills, alternatives } = configured(owner, loaded);
      const { state, tools, error } = lists.get(prefix) ?? { state: "connecting", tools: new Map() };
      return {
        plugin: prefix,
        description,
        ...(state === "ready" ? { tools: tools.size } : {}),
        skills,
        state,
        ...(error === undefined ? {} : { message: error.message }),
        ...(alternatives.length === 0 ? {} : { alternatives }),
      };
    }),
  };
}

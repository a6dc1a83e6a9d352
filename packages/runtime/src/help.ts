import type { Snapshot } from "./catalogue.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { configured } from "./membership.js";

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
}

/** What is here, and how each of it is doing. */
export function help(loaded: readonly LoadedPlugin[], { lists }: Snapshot): Help {
  return {
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

import type { Caller } from "@agent-tools/contract";
import type { Catalogue } from "./catalogue.js";
import { isReadable } from "./discover.js";
import { skillFilter } from "./listed-tool.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { configured } from "./membership.js";
import type { Policy } from "./policy.js";
import type { InstructionSkill } from "./skill-source.js";
import type { ListView, ToolEntry } from "./tool-list.js";

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

const noList: ListView = { state: "connecting", tools: new Map() };

/** One line for each plugin. */
export interface Help {
  readonly plugins: readonly PluginHelp[];
  /** Skills to read, with what each is for. */
  readonly skills?: readonly Pick<InstructionSkill, "name" | "description">[];
}

/** What is here for this caller, and how each of it is doing. */
export function help(
  loaded: readonly LoadedPlugin[],
  host: { readonly catalogue: Catalogue; readonly policy: Policy },
  caller: Caller,
): Help {
  const { policy } = host;
  const { lists, skills: all } = host.catalogue.snapshot(caller);
  const toRead = all.filter((skill) => isReadable(skill, undefined, caller, policy));
  const isTold = skillFilter(host, caller);
  const isThere = (plugin: string, { tool, known: { effect } }: ToolEntry) =>
    policy.decide({ target: { plugin, tool: tool.name }, caller, effect, tool }).mode !== "deny";
  return {
    ...(toRead.length === 0 ? {} : { skills: toRead.map(({ name, description }) => ({ name, description })) }),
    plugins: loaded.map((owner) => {
      const { prefix, name, description = name, skills, alternatives } = configured(owner, loaded, isTold);
      const { state, tools, error } = lists.get(prefix) ?? noList;
      return {
        plugin: prefix,
        description,
        ...(state === "ready" ? { tools: [...tools.values()].filter((entry) => isThere(prefix, entry)).length } : {}),
        skills,
        state,
        ...(error === undefined ? {} : { message: error.message }),
        ...(alternatives.length === 0 ? {} : { alternatives }),
      };
    }),
  };
}

import type { Caller } from "@agent-tools/contract";
import type { Catalogue } from "./catalogue.js";
import { isReadable } from "./discover.js";
import { type Health, listFailure, toolFailure } from "./health.js";
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
  /** Why it is not ready, or which of its tools failed when they were last called. */
  readonly message?: string;
  /** Other plugins for the same domain. */
  readonly alternatives?: readonly string[];
}

/** How many tools that failed are named. */
const MOST_TOLD = 3;

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
  host: { readonly catalogue: Catalogue; readonly policy: Policy; readonly health: Health },
  caller: Caller,
): Help {
  const { policy, health } = host;
  const { lists, skills: all } = host.catalogue.snapshot(caller);
  const toRead = all.filter((skill) => isReadable(skill, undefined, caller, policy));
  const isTold = skillFilter(host, caller);
  const isThere = (plugin: string, { tool, known: { effect } }: ToolEntry) =>
    policy.decide({ target: { plugin, tool: tool.name }, caller, effect, tool }).mode !== "deny";
  const messageOf = (plugin: string, { state, error }: ListView, there: readonly ToolEntry[]): string => {
    if (error) return error.message;
    if (state !== "ready") return listFailure(health.of(plugin, undefined, caller));
    const failures = there.flatMap(({ tool: { name } }) => {
      const failure = toolFailure(health.of(plugin, name, caller));
      return failure === "" ? [] : [`"${name}" ${failure}`];
    });
    const more = failures.length - MOST_TOLD;
    return [...failures.slice(0, MOST_TOLD), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
  };
  return {
    ...(toRead.length === 0 ? {} : { skills: toRead.map(({ name, description }) => ({ name, description })) }),
    plugins: loaded.map((owner) => {
      const { prefix, name, description = name, skills, alternatives } = configured(owner, loaded, isTold);
      const list = lists.get(prefix) ?? noList;
      const { state, tools } = list;
      const there = [...tools.values()].filter((entry) => isThere(prefix, entry));
      const message = messageOf(prefix, list, there);
      return {
        plugin: prefix,
        description,
        ...(state === "ready" ? { tools: there.length } : {}),
        skills,
        state,
        ...(message === "" ? {} : { message }),
        ...(alternatives.length === 0 ? {} : { alternatives }),
      };
    }),
  };
}

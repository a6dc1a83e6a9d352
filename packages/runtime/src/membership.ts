import type { LoadedPlugin, LoadedSkill } from "./loaded-plugin.js";

/** A plugin as the host configured it: what descriptions may speak of, since it stays while the runtime lives. */
export interface ConfiguredPlugin {
  readonly prefix: string;
  readonly name: string;
  readonly description?: string;
  readonly domain?: string;
  readonly discoverHint?: string;
  readonly skills: readonly string[];
  /** True where it has resources to read. */
  readonly hasResources: boolean;
  /** The prefixes of other plugins of the same domain. */
  readonly alternatives: readonly string[];
}

/** What is said about a plugin among the others; of its skills, only of those that are `told`. */
export function configured(
  { prefix, plugin, skills, adapter }: LoadedPlugin,
  all: readonly LoadedPlugin[],
  isTold: (skill: LoadedSkill) => boolean = () => true,
): ConfiguredPlugin {
  const { name, description, domain, discoverHint } = plugin;
  const alternatives = all
    .filter((other) => domain !== undefined && other.plugin.domain === domain && other.prefix !== prefix)
    .map((other) => other.prefix);
  return {
    prefix,
    name,
    ...(description === undefined ? {} : { description }),
    ...(domain === undefined ? {} : { domain }),
    ...(discoverHint === undefined ? {} : { discoverHint }),
    skills: [...skills.values()].filter(isTold).map((skill) => skill.name),
    hasResources: adapter.resources !== undefined,
    alternatives,
  };
}

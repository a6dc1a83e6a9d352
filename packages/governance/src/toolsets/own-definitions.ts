import type { Caller, Tool } from "@agent-tools/contract";

/**
 * The tools as their plugin defines them, as each caller was last shown them: what a policy is to see, whatever a toolset
 * makes of them.
 */
export interface OwnDefinitions {
  listed(plugin: string, caller: Caller, tools: readonly Tool[]): void;
  find(plugin: string, caller: Caller, name: string): Tool | undefined;
}

/** More views than this at once, and the one that was listed first is forgotten. */
const MOST_VIEWS = 1_000;

/** Definitions that nobody was shown yet. */
export function createOwnDefinitions(): OwnDefinitions {
  const views = new Map<string, ReadonlyMap<string, Tool>>();
  return {
    listed(plugin, caller, tools) {
      const key = viewKey(plugin, caller);
      views.delete(key);
      views.set(key, new Map(tools.map((tool) => [tool.name, tool])));
      if (views.size > MOST_VIEWS) views.delete(views.keys().next().value as string);
    },
    find: (plugin, caller, name) => views.get(viewKey(plugin, caller))?.get(name),
  };
}

/** The runtime keeps one list for all who are alike in this. */
function viewKey(plugin: string, { workspace, agent, caller, roles, externalReferenceIds }: Caller): string {
  const references = Object.entries(externalReferenceIds ?? {}).sort();
  return JSON.stringify([plugin, workspace, agent, caller, roles ?? [], references]);
}

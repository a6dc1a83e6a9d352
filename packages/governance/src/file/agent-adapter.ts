import { type Adapter, type Effect, strongestEffect, ToolError } from "@agent-tools/contract";
import type { AgentSettings } from "./load-governance.js";
import type { SystemSettings } from "./system-settings.js";

/** One adapter for all agents of a file: each has the tools and the cages of its own, and no other one's. */
export function agentAdapter(
  agents: readonly Pick<AgentSettings, "name" | "system">[],
  make: (settings: SystemSettings, agent: string) => Adapter,
): Adapter {
  const own: ReadonlyMap<string, Adapter> = new Map(agents.map(({ name, system }) => [name, make(system, name)]));
  return {
    listTools: async (context) => (await own.get(context.caller.agent)?.listTools(context)) ?? { tools: [] },
    async call(name, args, context) {
      const adapter = own.get(context.caller.agent);
      if (adapter) return adapter.call(name, args, context);
      throw new ToolError("unknown_target", `There is no tool "${name}" for agent "${context.caller.agent}".`);
    },
    /** The strongest, since an effect is asked for by name alone. */
    effect(name) {
      const known = [...own.values()].flatMap((adapter): Effect[] => [adapter.effect?.(name) ?? []].flat());
      return known.length === 0 ? undefined : strongestEffect(known);
    },
    reportsDispatch: [...own.values()].every(({ reportsDispatch }) => reportsDispatch === true),
    async close() {
      await Promise.all([...own.values()].map(async (adapter) => adapter.close?.()));
    },
  };
}

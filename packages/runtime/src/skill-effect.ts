import { type Effect, strongestEffect } from "@agent-tools/contract";
import type { Snapshot } from "./catalogue.js";
import type { LoadedSkill } from "./loaded-plugin.js";
import type { ToolEntry } from "./tool-list.js";

/** The tools of the snapshot that a skill may call. */
export function toolsOfSkill({ mayUse }: LoadedSkill, { lists }: Snapshot): ToolEntry[] {
  return [...mayUse.plugins].flatMap((plugin) =>
    [...(lists.get(plugin)?.tools.values() ?? [])].filter(({ tool }) => mayUse(plugin, tool.name)),
  );
}

/**
 * A skill's effect: the strongest of what it uses, `write` for what is not listed yet. What destroys counts where `uses`
 * declares it; a destructive call that is not declared is refused when the skill makes it.
 */
export function skillEffect(entry: LoadedSkill, snapshot: Snapshot): Effect {
  const isListed = [...entry.mayUse.plugins].every((plugin) => snapshot.lists.get(plugin)?.state === "ready");
  const effect = strongestEffect(toolsOfSkill(entry, snapshot).map((used) => declaredEffect(entry, used)));
  return effect === "read" && !isListed ? "write" : effect;
}

/** A tool's effect as it counts for a skill that uses it. */
export function declaredEffect({ plugin, mayUse }: LoadedSkill, used: ToolEntry): Effect {
  const { effect } = used.known;
  return effect === "destructive" && mayUse.isOwnImplied && used.owner.prefix === plugin ? "write" : effect;
}

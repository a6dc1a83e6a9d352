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
 * A skill's effect: the strongest of what it uses, `write` for what is not listed yet. A skill that declares no `uses` is
 * at most a write, and its destructive calls are refused when it makes them.
 */
export function skillEffect(entry: LoadedSkill, snapshot: Snapshot): Effect {
  const isListed = [...entry.mayUse.plugins].every((plugin) => snapshot.lists.get(plugin)?.state === "ready");
  const effect = strongestEffect(toolsOfSkill(entry, snapshot).map(({ known }) => known.effect));
  if (effect === "destructive" && entry.skill.meta?.uses === undefined) return "write";
  return effect === "read" && !isListed ? "write" : effect;
}

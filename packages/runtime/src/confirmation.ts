import type { Caller } from "@agent-tools/contract";
import type { Snapshot } from "./catalogue.js";
import type { LoadedSkill } from "./loaded-plugin.js";
import type { PolicySubject } from "./policy.js";
import { declaredEffect, skillEffect, toolsOfSkill } from "./skill-effect.js";
import type { ToolEntry } from "./tool-list.js";

/** Who has to agree before a call runs: the `model`, by `confirm: true`; a `human`, who is asked; or nobody. */
export type ConfirmMode = "model" | "human" | "none";

/** The host's choice of who has to agree. Asked for every call; it must be fast and must not throw. */
export interface Confirmation {
  /** Undefined: nobody where the target only reads or its plugin says `requireConfirm: false`, else the model. */
  modeOf(subject: PolicySubject): ConfirmMode | undefined;
}

/** The choice of a host that makes none. */
export const usualConfirmation: Confirmation = { modeOf: () => undefined };

const strictness: Readonly<Record<ConfirmMode, number>> = { none: 0, model: 1, human: 2 };

/** Who has to agree to a call of a tool. */
export function toolConfirmMode({ owner, tool, known }: ToolEntry, caller: Caller, host: Confirmation): ConfirmMode {
  const { effect } = known;
  const chosen = host.modeOf({ target: { plugin: owner.prefix, tool: tool.name }, caller, effect, tool });
  return chosen ?? (effect === "read" || owner.plugin.requireConfirm === false ? "none" : "model");
}

/**
 * Who has to agree to a call of a skill: whoever the strictest of the tools that it declares needs, before it starts. What
 * destroys needs a person, unless the host says that nobody is asked about that tool.
 */
export function skillConfirmMode(
  skill: LoadedSkill,
  owner: ToolEntry["owner"],
  snapshot: Snapshot,
  caller: Caller,
  host: Confirmation,
): ConfirmMode {
  const effect = skillEffect(skill, snapshot);
  const used = toolsOfSkill(skill, snapshot);
  const changing = used.filter(({ known }) => known.effect !== "read");
  const usual =
    effect === "read" || (changing.length === 0 && owner.plugin.requireConfirm === false) ? "none" : "model";
  const modes = used.map((entry) => modeInSkill(entry, skill, caller, host));
  const ofTools = changing.length === 0 ? strictest([...modes, usual]) : strictest(modes);
  const chosen = host.modeOf({ target: { plugin: owner.prefix, skill: skill.name }, caller, effect });
  return chosen === undefined || ofTools === "human" ? ofTools : chosen;
}

function modeInSkill(entry: ToolEntry, skill: LoadedSkill, caller: Caller, host: Confirmation): ConfirmMode {
  const mode = toolConfirmMode(entry, caller, host);
  if (mode === "none") return "none";
  // What a skill reaches without having declared it is asked about when it is called.
  const isDeclared = !(skill.mayUse.isOwnImplied && entry.owner.prefix === skill.plugin);
  if (mode === "human") return isDeclared ? "human" : "model";
  return declaredEffect(skill, entry) === "destructive" ? "human" : "model";
}

function strictest(modes: readonly ConfirmMode[]): ConfirmMode {
  return modes.reduce<ConfirmMode>((found, mode) => (strictness[mode] > strictness[found] ? mode : found), "none");
}

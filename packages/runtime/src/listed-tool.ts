import type { Caller, Effect, Tool } from "@agent-tools/contract";
import type { Catalogue } from "./catalogue.js";
import type { LoadedSkill } from "./loaded-plugin.js";
import type { Policy } from "./policy.js";
import { skillEffect } from "./skill-effect.js";

/** A tool that a caller may use, under the name that its plugin gives it. */
export interface ListedTool {
  readonly plugin: string;
  /** The definition as the adapter gave it. */
  readonly tool: Tool;
  readonly effect: Effect;
}

/** Whether the caller may know of a skill, as its view stands now. */
export function skillFilter(
  { catalogue, policy }: { readonly catalogue: Catalogue; readonly policy: Policy },
  caller: Caller,
): (skill: LoadedSkill) => boolean {
  const snapshot = catalogue.snapshot(caller);
  return (skill) => {
    const target = { plugin: skill.plugin, skill: skill.name };
    return policy.decide({ target, caller, effect: skillEffect(skill, snapshot) }).mode !== "deny";
  };
}

/** Every tool of the caller's view that is not denied, in the order of the plugins and of their lists. */
export async function listTools(
  { catalogue, policy }: { readonly catalogue: Catalogue; readonly policy: Policy },
  caller: Caller,
): Promise<readonly ListedTool[]> {
  await catalogue.settled(caller);
  const listed: ListedTool[] = [];
  for (const [plugin, { tools }] of catalogue.snapshot(caller).lists) {
    for (const { tool, known } of tools.values()) {
      const subject = { target: { plugin, tool: tool.name }, caller, effect: known.effect, tool };
      if (policy.decide(subject).mode !== "deny") listed.push({ plugin, tool, effect: known.effect });
    }
  }
  return listed;
}

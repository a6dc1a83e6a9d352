import type { Skill } from "@agent-tools/contract";

/** A plugin and its code skills. */
export interface SkillOwner {
  readonly prefix: string;
  readonly skills?: Readonly<Record<string, Skill>>;
  /** Where its skills come from, for messages: a file or folder. The prefix when absent. */
  readonly source?: string;
}

/** A link that leads nowhere. */
export interface RelatedProblem {
  readonly plugin: string;
  readonly skill: string;
  readonly target: string;
  /** The plugin or file, the field, what is wrong and what to do. */
  readonly message: string;
}

/** Every `meta.related` link, over all plugins, whose target is not a skill of theirs. The links are never followed. */
export function relatedProblems(owners: readonly SkillOwner[]): readonly RelatedProblem[] {
  const byPrefix = new Map(owners.map((owner) => [owner.prefix, owner]));
  const problems: RelatedProblem[] = [];
  for (const { prefix, skills = {}, source = `plugin "${prefix}"` } of owners) {
    for (const [skill, { meta }] of Object.entries(skills)) {
      for (const [position, { target }] of (meta?.related ?? []).entries()) {
        const fault = faultOf(target, byPrefix);
        if (fault === undefined) continue;
        const field = `meta.related[${position}].target`;
        problems.push({
          plugin: prefix,
          skill,
          target,
          message: `${source}, skill "${skill}": field "${field}" is "${target}", ${fault}`,
        });
      }
    }
  }
  return problems;
}

function faultOf(target: string, owners: ReadonlyMap<string, SkillOwner>): string | undefined {
  const colon = target.indexOf(":");
  if (colon <= 0 || colon === target.length - 1) return 'which is not of the form "prefix:skill". Write it so.';
  const prefix = target.slice(0, colon);
  const owner = owners.get(prefix);
  if (!owner) return `but no plugin has the prefix "${prefix}". Correct the prefix, or load that plugin.`;
  const names = Object.keys(owner.skills ?? {});
  if (names.includes(target.slice(colon + 1))) return undefined;
  const there = names.length === 0 ? "It has no skills" : `Its skills: ${names.join(", ")}`;
  return `but plugin "${prefix}" has no skill of that name. ${there}. Correct the name, or remove the link.`;
}

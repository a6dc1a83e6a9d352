import type { Awaitable } from "@agent-tools/contract";

/** Skills that are read: their names and descriptions, and their instructions by name. */
export interface ReadableSkills {
  list(): Awaitable<readonly { readonly name: string; readonly description: string }[]>;
  body(name: string): Awaitable<string>;
}

/** How much a prompt holds. */
export interface SkillsPromptOptions {
  /** The most that all bodies together may have, in Unicode code points. Default 8,192; 0 for none. */
  readonly bodyBudget?: number;
}

/** The default budget for all bodies, in Unicode code points. */
const defaultBodyBudget = 8_192;

/**
 * What a host puts into its own system prompt: the name and description of every skill, the bodies that fit the budget in
 * their order, and the names of those that do not, to be loaded when they are wanted. Empty where there are no skills.
 */
export async function skillsPrompt(
  skills: ReadableSkills,
  { bodyBudget = defaultBodyBudget }: SkillsPromptOptions = {},
): Promise<string> {
  const list = await skills.list();
  if (list.length === 0) return "";
  const bodies: string[] = [];
  const left: string[] = [];
  let room = bodyBudget;
  for (const { name } of list) {
    const body = room > 0 ? await readable(skills, name) : undefined;
    const length = body === undefined ? Number.POSITIVE_INFINITY : [...body].length;
    if (length > room) left.push(name);
    else {
      room -= length;
      bodies.push(`## Skill: ${name}\n\n${body}`);
    }
  }
  const lines = list.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, " ").trim()}`);
  const rest = left.length === 0 ? [] : [`Load these with load_skill before you use them: ${left.join(", ")}.`];
  return ["# Skills", lines.join("\n"), ...rest, ...bodies].join("\n\n");
}

/** A body that cannot be read now is one to load later: then the failure is told to whoever asks. */
async function readable(skills: ReadableSkills, name: string): Promise<string | undefined> {
  try {
    return await skills.body(name);
  } catch {
    return undefined;
  }
}

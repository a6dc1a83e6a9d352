import type { Awaitable } from "@agent-tools/contract";

/** A skill that is read rather than run: instructions for the model. */
export interface InstructionSkill {
  readonly name: string;
  readonly description: string;
  /** The tools that its instructions speak of, as `prefix:tool` with `*` for any characters. They are no grant. */
  readonly allowedTools: readonly string[];
}

/** Where such skills come from. */
export interface SkillSource {
  list(): Awaitable<readonly InstructionSkill[]>;
  /** The instructions. Throws where they cannot be read. */
  body(name: string): Awaitable<string>;
  /** The paths of a skill's files, SKILL.md among them. With `file` the skills are published to clients as well. */
  files?(name: string): Awaitable<readonly string[]>;
  /** The bytes of one of them. Throws where there is none of that path. */
  file?(name: string, path: string): Awaitable<Uint8Array>;
}

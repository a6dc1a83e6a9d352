import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { ToolError } from "@agent-tools/contract";
import { listInside, longestSkill, longestSkillFile, readInside } from "./skill-files.js";
import { readFrontMatter, type SkillFrontMatter } from "./skill-front-matter.js";

const skillFile = "SKILL.md";

/** A skill that is read rather than run: a folder with a SKILL.md (the AgentSkills format). */
export interface SkillFolder extends SkillFrontMatter {
  readonly folder: string;
  /** The instructions, as they are in the file now. Throws `invalid_configuration` where it no longer is a right SKILL.md. */
  body(): Promise<string>;
  /** The paths of its files, from the folder, at most 1,000. */
  files(): Promise<readonly string[]>;
  /**
   * The bytes of one of them. Throws `denied` where the path leads out of the folder, `unknown_target` where nothing is
   * there, and `result_too_large` beyond 1 MiB.
   */
  file(path: string): Promise<Uint8Array>;
}

/**
 * The skill in a folder. Throws `invalid_configuration`, with the file, the field and what to do, where its SKILL.md is
 * missing, larger than 64 KiB, or not as the format wants it.
 */
export async function loadSkillFolder(folder: string): Promise<SkillFolder> {
  const read = async (): Promise<ReturnType<typeof readFrontMatter>> => {
    const file = join(folder, skillFile);
    const text = await readText(folder, file);
    const skill = readFrontMatter(text, file);
    const { name } = skill.frontMatter;
    if (name === basename(folder) || name === basename(await realpath(folder))) return skill;
    throw new ToolError(
      "invalid_configuration",
      `${file}: field "name" is "${name}", but the folder is called "${basename(folder)}". Give both one name.`,
    );
  };
  const { frontMatter } = await read();
  return {
    ...frontMatter,
    folder,
    body: async () => (await read()).body,
    files: () => listInside(folder),
    file: (path) => readInside(folder, path, longestSkillFile),
  };
}

async function readText(folder: string, file: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readInside(folder, skillFile, longestSkill));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const why = error instanceof TypeError ? "is not UTF-8. Save it as UTF-8" : `cannot be read: ${words}`;
    throw new ToolError("invalid_configuration", `${file} ${why}`, { cause: error });
  }
}

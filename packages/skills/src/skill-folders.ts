import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@agent-tools/contract";
import { loadSkillFolder, type SkillFolder } from "./skill-folder.js";

/** The skills of one or more folders of skills. It is a source for `createRuntime({ skills })`. */
export interface SkillFolders {
  /** Every skill, in the order of the folders given, and by name within one. */
  list(): readonly SkillFolder[];
  /** The instructions of one. Throws `unknown_target` where there is none of that name. */
  body(name: string): Promise<string>;
  /** The paths of the files of one, from its folder, at most 1,000. */
  files(name: string): Promise<readonly string[]>;
  /** The bytes of a file of one, inside its folder only; see `SkillFolder.file`. */
  file(name: string, path: string): Promise<Uint8Array>;
}

/** How skills are loaded. */
export interface SkillFoldersOptions {
  /** Told about each skill that is left out. Default: its message goes to stderr. */
  readonly onProblem?: (problem: ToolError) => void;
}

/**
 * Loads every folder below `folders` that has a SKILL.md. A malformed one, a second one of the same name and a folder that
 * is not there are told to `onProblem` and left out; the others live.
 */
export async function loadSkillFolders(
  folders: string | readonly string[],
  { onProblem = (problem) => console.error(problem.message) }: SkillFoldersOptions = {},
): Promise<SkillFolders> {
  const skills = new Map<string, SkillFolder>();
  for (const root of typeof folders === "string" ? [folders] : folders) {
    for (const folder of await foldersIn(root, onProblem)) {
      try {
        const skill = await loadSkillFolder(folder);
        const other = skills.get(skill.name);
        if (other) throw doubled(skill, other);
        skills.set(skill.name, skill);
      } catch (error) {
        onProblem(ToolError.from(error, "invalid_configuration"));
      }
    }
  }
  const named = (name: string): SkillFolder => {
    const skill = skills.get(name);
    if (skill) return skill;
    const names = [...skills.keys()].join(", ") || "none";
    throw new ToolError("unknown_target", `There is no skill "${name}". The skills are: ${names}.`);
  };
  const list = [...skills.values()];
  return {
    list: () => list,
    body: async (name) => named(name).body(),
    files: async (name) => named(name).files(),
    file: async (name, path) => named(name).file(path),
  };
}

/** The folders in a folder that have a SKILL.md, by name. What has none is no skill and no problem. */
async function foldersIn(root: string, onProblem: (problem: ToolError) => void): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    names = await readdir(root);
  } catch (error) {
    const message = `The folder of skills ${root} cannot be read. Correct the path, or create it.`;
    onProblem(new ToolError("invalid_configuration", message, { cause: error }));
    return [];
  }
  const found: string[] = [];
  for (const name of [...names].sort()) {
    const isThere = await stat(join(root, name, "SKILL.md")).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(join(root, name));
  }
  return found;
}

function doubled(skill: SkillFolder, other: SkillFolder): ToolError {
  return new ToolError(
    "invalid_configuration",
    `${skill.folder}: a skill "${skill.name}" was already loaded from ${other.folder}. Rename or remove one of them.`,
  );
}

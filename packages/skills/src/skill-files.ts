import { open, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { ToolError } from "@agent-tools/contract";

/** The longest SKILL.md that is read, in bytes: 64 KiB. */
export const longestSkill: number = 64 * 1024;
/** The longest further file that is read, in bytes: 1 MiB. */
export const longestSkillFile: number = 1024 * 1024;

/** The longest list of a skill's files. */
const mostFiles = 1_000;

/**
 * The bytes of a file inside a skill's folder. Throws `denied` where the path leads out of the folder, also through a
 * link, `unknown_target` where there is no such file, and `result_too_large` beyond `longest` bytes.
 */
export async function readInside(folder: string, path: string, longest: number): Promise<Uint8Array> {
  const file = await insidePath(folder, path);
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    if (size > longest) throw tooLarge(path, size, longest);
    const bytes = await handle.readFile();
    if (bytes.byteLength > longest) throw tooLarge(path, bytes.byteLength, longest);
    return bytes;
  } catch (error) {
    throw ToolError.is(error) ? error : unreadable(path, error);
  } finally {
    await handle.close();
  }
}

/** The paths of the files inside a folder, with "/" between their parts, in order. Links and hidden files are left out. */
export async function listInside(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const queue = [""];
  for (let path = queue.shift(); path !== undefined && found.length < mostFiles; path = queue.shift()) {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) queue.push(inner);
      else if (entry.isFile()) found.push(inner);
    }
  }
  return found.slice(0, mostFiles).sort();
}

async function insidePath(folder: string, path: string): Promise<string> {
  const outside = new ToolError("denied", `The path "${path}" leads out of the skill's folder.`, {
    hint: "Name a file inside the skill's folder, by its path from there.",
  });
  if (path.includes("\0") || isAbsolute(path) || /^[a-z]:/i.test(path)) throw outside;
  const base = await realpath(folder);
  const asked = join(base, path);
  if (!isInside(base, asked)) throw outside;
  let file: string;
  try {
    file = await realpath(asked);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (!isInside(base, file)) throw outside;
  return file;
}

function isInside(base: string, path: string): boolean {
  const way = relative(base, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function unreadable(path: string, cause: unknown): ToolError {
  return new ToolError("unknown_target", `The skill has no file "${path}" that can be read.`, { cause });
}

function tooLarge(path: string, size: number, longest: number): ToolError {
  return new ToolError("result_too_large", `The file "${path}" has ${size} bytes; at most ${longest} are read.`, {
    hint: "Ask for another file of the skill.",
  });
}

import { constants, realpathSync } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { ToolError } from "@agent-tools/contract";
import { windowsFault } from "./windows-path.js";

/** Why a file is not read. It is the `code` of the error's cause, which stays in the process: a caller only learns that. */
export type FileRefusal =
  | "INVALID_PATH"
  | "OUTSIDE_ROOT"
  | "NOT_FOUND"
  | "NOT_READABLE"
  | "NOT_A_FILE"
  | "HARDLINK"
  | "TOO_LARGE";

/** A folder, and the files in it. */
export interface ConfinedFolder {
  /** The folder as the system knows it, without links. */
  readonly root: string;
  /**
   * The bytes of a file under the root. Throws `unknown_target` for whatever is not a readable file there, in the same
   * words whether it is missing or outside; `result_too_large` above `maxBytes`.
   */
  read(path: string, maxBytes: number): Promise<Buffer>;
}

// A link that takes the file's place after the check is not followed, and a pipe does not hold the call up.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The folder at this path, which must be there. */
export function confinedFolder(path: string): ConfinedFolder {
  const root = realpathSync.native(path);
  return {
    root,
    async read(given, maxBytes) {
      const file = await openInside(root, given);
      try {
        const { size } = await fileStat(file, given);
        if (size > maxBytes) throw tooLarge(given, maxBytes);
        return await readCapped(file, given, maxBytes);
      } finally {
        await file.close();
      }
    },
  };
}

/**
 * Opens a file under a root. The path is resolved by the system, links included, then opened without following any, and
 * what was opened is compared once more: between check and open somebody may have swapped a folder for a link.
 */
async function openInside(root: string, path: string): Promise<FileHandle> {
  if (typeof path !== "string" || path === "" || path.includes("\0")) throw refused(path, "INVALID_PATH");
  if (process.platform === "win32" && windowsFault(path)) throw refused(path, "INVALID_PATH");
  if (!isInside(root, resolve(root, path))) throw refused(path, "OUTSIDE_ROOT");
  try {
    // Not joined: that would fold "link/.." as text, while the system goes up from where the link leads.
    const real = await realpath(isAbsolute(path) ? path : `${root}${sep}${path}`);
    if (!isInside(root, real)) throw refused(path, "OUTSIDE_ROOT");
    // A slash at the end asks for a folder, and resolving has dropped it.
    if (/[\\/]$/.test(path) && !(await lstat(real)).isDirectory()) throw refused(path, "NOT_READABLE");
    const file = await open(real, OPEN_FLAGS);
    try {
      if (!isInside(root, await openedPath(file, real))) throw refused(path, "OUTSIDE_ROOT");
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    if (ToolError.is(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw refused(path, code === "ENOENT" ? "NOT_FOUND" : "NOT_READABLE");
  }
}

/** Where the opened file really is: Linux says it; elsewhere the same file has to be found at the same place again. */
async function openedPath(file: FileHandle, real: string): Promise<string> {
  if (process.platform === "linux") return readlink(`/proc/self/fd/${file.fd}`);
  const [opened, found] = [await file.stat(), await lstat(real)];
  const isSame = opened.ino === found.ino && opened.dev === found.dev;
  return isSame ? realpath(real) : sep;
}

async function fileStat(file: FileHandle, path: string): Promise<{ readonly size: number }> {
  const stat = await file.stat();
  if (!stat.isFile()) throw refused(path, "NOT_A_FILE");
  // The other name of the file may stand outside, and nothing tells which of them is meant.
  if (stat.nlink > 1) throw refused(path, "HARDLINK");
  return stat;
}

/** What is read counts, not what the system said before: a file may grow meanwhile, and some have no size. */
async function readCapped(file: FileHandle, path: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.min(65_536, maxBytes + 1 - length));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytesRead));
    length += bytesRead;
    if (length > maxBytes) throw tooLarge(path, maxBytes);
  }
}

/** True for the folder itself and whatever is below it. */
function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

const words: Readonly<Record<Exclude<FileRefusal, "TOO_LARGE">, string>> = {
  INVALID_PATH: "is no path of a file here",
  OUTSIDE_ROOT: "is no file here that can be read",
  NOT_FOUND: "is no file here that can be read",
  NOT_READABLE: "is no file here that can be read",
  NOT_A_FILE: "is no plain file",
  HARDLINK: "has more than one name (a hard link), so that it may belong elsewhere",
};

function refused(path: unknown, why: Exclude<FileRefusal, "TOO_LARGE">): ToolError {
  const shown = JSON.stringify(typeof path === "string" ? path.slice(0, 200) : path);
  return new ToolError("unknown_target", `${shown} ${words[why]}.`, {
    hint: "Give a path relative to the folder that this tool reads, for example notes/today.md.",
    cause: Object.assign(new Error(why), { code: why }),
  });
}

function tooLarge(path: string, maxBytes: number): ToolError {
  return new ToolError("result_too_large", `${JSON.stringify(path)} has more than ${maxBytes} bytes.`, {
    hint: "It is not read. Ask for a smaller file.",
    cause: Object.assign(new Error("TOO_LARGE"), { code: "TOO_LARGE" }),
  });
}

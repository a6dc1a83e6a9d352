import { accessSync, constants, statSync } from "node:fs";
import { delimiter, extname, isAbsolute, join } from "node:path";
import { ToolError } from "@agent-tools/contract";

/** The file behind a bare name on the given PATH, or behind an absolute path; undefined where none can be executed. */
export function findProgram(command: string, path: string): string | undefined {
  const bases = isAbsolute(command) ? [command] : path.split(delimiter).map((folder) => join(folder, command));
  return bases.flatMap(candidates).find(isExecutable);
}

function candidates(base: string): string[] {
  if (process.platform !== "win32") return [base];
  const extensions = (process.env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";");
  const isWhole = extensions.some((extension) => extension.toLowerCase() === extname(base).toLowerCase());
  return isWhole ? [base] : extensions.map((extension) => base + extension);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** What is told about a program that is not there. Trying again does not help. */
export function notFound(command: string): ToolError {
  const where = isAbsolute(command) ? "" : " on PATH";
  return new ToolError("upstream_unavailable", `The program "${command}" was not found${where}.`, {
    hint: `Ask the operator to install it, or to give its absolute path as "command".`,
    retryable: false,
  });
}

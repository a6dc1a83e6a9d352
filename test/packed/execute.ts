import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program to its end. Throws with all that it printed where it fails. */
export async function execute(program: string, args: readonly string[], cwd?: string): Promise<void> {
  const limit = 64 * 1024 * 1024;
  await promisify(execFile)(program, args, { cwd, maxBuffer: limit }).catch((error) => {
    throw new Error(`${program} ${args.join(" ")} failed:\n${error.stdout}${error.stderr}`);
  });
}

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.mjs";

/**
 * Runs a program from the repository's root and resolves once it has ended: its exit code (1 where a signal ended it) and,
 * unless `live`, everything it printed. Output that is `live` goes straight through.
 */
export function run([program, ...args], { live = false, cwd = root, env = process.env, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, shell, stdio: live ? "inherit" : ["ignore", "pipe", "pipe"] });
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** The command line of an installed package's program, run by this same Node; no shell shim and no `.cmd` in between. */
export function installed(name, program = name) {
  const folder = join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [process.execPath, join(folder, typeof bin === "string" ? bin : bin[program])];
}

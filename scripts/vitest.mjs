import { join } from "node:path";
import { installed, run } from "./command.mjs";
import { root } from "./workspace.mjs";

/** Runs vitest once, its lines going straight through, and then the counts that .ci/run adds up. Resolves to `{ code }`. */
export function vitest(args, env = {}) {
  const reporters = ["--reporter=default", `--reporter=${join(root, "scripts/count-reporter.mjs")}`];
  return run([...installed("vitest"), "run", ...reporters, ...args], { live: true, env: { ...process.env, ...env } });
}

// Runs the pnpm that `packageManager` in package.json pins: one of the same major where it is on PATH, else through npx.
// Not corepack: Node no longer ships it, and it fails against some registries.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { run } from "./command.mjs";
import { readManifest } from "./workspace.mjs";

// npm's and pnpm's launchers are .cmd files on Windows, which only a shell can start.
const shell = process.platform === "win32";

// What has to be compiled takes the headers that came with Node, where it has them, instead of fetching them.
const prefix = dirname(dirname(execPath));
const hasHeaders = existsSync(join(prefix, "include/node/node.h"));
const usual = { ...process.env, ...(hasHeaders && { npm_config_nodedir: prefix }) };

// A pnpm of the right major is good enough: neither it nor a corepack shim of its name is to fetch another one.
const asItIs = {
  ...usual,
  npm_config_manage_package_manager_versions: "false",
  COREPACK_ENABLE_NETWORK: "0",
  COREPACK_ENABLE_PROJECT_SPEC: "0",
};

/** Runs pnpm with its output going straight through, unless `live` is false. Resolves as `run` does. */
export function pnpm(args, { live = true } = {}) {
  const { packageManager } = readManifest(".");
  const [, major] = /^pnpm@(\d+)\./.exec(packageManager) ?? [];
  if (!major) throw new Error(`packageManager in package.json is "${packageManager}"; it should be pnpm@<version>.`);
  const found = spawnSync("pnpm", ["--version"], { cwd: tmpdir(), env: asItIs, shell, encoding: "utf8" });
  if (found.status === 0 && found.stdout.trim().startsWith(`${major}.`)) {
    return run(["pnpm", ...args], { live, shell, env: asItIs });
  }
  // In full, since an npx around this one leaves its own --package in the environment.
  return run(["npx", "--yes", "--package", packageManager, "--", "pnpm", ...args], { live, shell, env: usual });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await pnpm(argv.slice(2))).code;
}

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pnpm } from "./pnpm.mjs";
import { members, readManifest, root } from "./workspace.mjs";

const stampFile = join(root, "node_modules", ".agent-tools-install.json");

/**
 * Installs what the lockfile and the manifests ask for, unless that very state is installed already. `scope` is `all`, or the
 * folder of one member: on a machine where nothing is installed yet, only what it needs to run is installed, and what the
 * scripts here need to run it. Throws where pnpm fails.
 */
export async function install(scope = "all") {
  const digest = digestOfInputs();
  const stamp = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : {};
  if (stamp.digest === digest && (stamp.scope === "all" || stamp.scope === scope)) return;

  // Never less than there was.
  const isPartial = scope !== "all" && (stamp.scope === scope || !existsSync(dirname(stampFile)));
  console.error(`Installing ${isPartial ? `what ${scope} needs` : "the workspace"} …`);
  const filter = isPartial
    ? ["--prod", "--filter-prod", `${readManifest(scope).name}...`, "--filter", readManifest(".").name]
    : [];
  // A change of scope rebuilds node_modules, which pnpm asks about where it has a terminal.
  const { code } = await pnpm(["install", "--prefer-offline", "--config.confirmModulesPurge=false", ...filter]);
  if (code !== 0) throw new Error("pnpm install failed; its own message is above.");
  mkdirSync(dirname(stampFile), { recursive: true });
  // Taken again: outside CI pnpm brings an outdated lockfile up to date.
  writeFileSync(stampFile, JSON.stringify({ digest: digestOfInputs(), scope: isPartial ? scope : "all" }));
}

function digestOfInputs() {
  const manifests = ["packages", "examples", "templates"]
    .flatMap(members)
    .map(({ folder }) => `${folder}/package.json`);
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc", "package.json", "bench/package.json", ...manifests];
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${file}\n`);
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The members under one top-level folder, by name: their folder, relative to the root, and their manifest. */
export function members(parent) {
  const base = join(root, parent);
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .sort()
    .filter((name) => existsSync(join(base, name, "package.json")))
    .map((name) => ({ folder: `${parent}/${name}`, manifest: readManifest(`${parent}/${name}`) }));
}

/** Every package that is published. */
export function publishedPackages() {
  return members("packages").filter(({ manifest }) => manifest.private !== true);
}

/** The manifest in a folder, relative to the root; `.` is the root's own. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}

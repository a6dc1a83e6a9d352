import { readdirSync } from "node:fs";
import { join } from "node:path";

const foreign = ["node_modules", "dist", ".git", "coverage"];

/** The files below a folder, as paths that begin with it: nothing installed or made, and no folder that is called as in `skipped`. */
export function ownFiles(folder: string, skipped: readonly string[] = []): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return [...foreign, ...skipped].includes(entry.name) ? [] : ownFiles(path, skipped);
  });
}

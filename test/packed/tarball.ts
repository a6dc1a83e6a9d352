import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A packed package: its tarball, and the manifest that it was packed with. */
export interface Tarball {
  readonly path: string;
  readonly folder: string;
  readonly manifest: PackedManifest;
}

/** The fields of a packed manifest that the tests read. */
export interface PackedManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Every tarball that scripts/check.mjs has packed, by name. */
export function tarballs(): Tarball[] {
  const folder = process.env["AGENT_TOOLS_TARBALLS"];
  if (!folder) throw new Error("AGENT_TOOLS_TARBALLS is not set. Run these tests by: npm run check");
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const path = join(folder, file);
      const text = execFileSync("tar", ["--extract", "--gzip", "--to-stdout", "--file", path, "package/package.json"]);
      const manifest: PackedManifest = JSON.parse(text.toString());
      return { path, folder: `packages/${manifest.name.replace("@agent-tools/", "")}`, manifest };
    });
}

import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsup";
import type { TestProject } from "vitest/node";
import { installPrograms } from "./programs.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The host as one file that starts fast; clients wait for a server for some seconds only. */
    hostFile: string;
    /** The command line of agent-tools, in the same way. */
    commandLine: string;
  }
}

const root = join(import.meta.dirname, "../..");

/** Installs the programs and bundles our own before the tests, and removes the bundles after them. */
export default async function setup(project: TestProject): Promise<() => void> {
  project.provide("programs", await installPrograms());
  const folder = mkdtempSync(join(tmpdir(), "agent-tools-client-host-"));
  await build({
    entry: { host: join(import.meta.dirname, "host.ts"), "agent-tools": join(root, "packages/agent-tools/src/cli.ts") },
    ...{ outDir: folder, splitting: false, config: false, silent: true, clean: false },
    ...{ format: "esm", platform: "node", target: "node20", noExternal: [/./], outExtension: () => ({ js: ".mjs" }) },
    banner: { js: 'import { createRequire as ours } from "node:module"; const require = ours(import.meta.url);' },
    esbuildOptions(options) {
      options.conditions = ["@agent-tools/source"];
    },
  });
  // What the packages load late, by require, is found beside the bundle.
  symlinkSync(join(root, "packages/schema/node_modules"), join(folder, "node_modules"), "junction");
  project.provide("hostFile", join(folder, "host.mjs"));
  project.provide("commandLine", join(folder, "agent-tools.mjs"));
  return () => rmSync(folder, { recursive: true, force: true });
}

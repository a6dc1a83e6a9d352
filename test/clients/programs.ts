import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

/** The programs that are tried, at the versions that docs/clients.md speaks of. */
const specifications = {
  node: ["node@24"],
  pi: ["@earendil-works/pi-coding-agent@1.6.0"],
  "pi-mcp-adapter": ["pi-mcp-adapter@2.36.0"],
  "pi-0.73": ["@mariozechner/pi-coding-agent@0.73.1"],
  eve: ["eve@0.80.1", "ai@7.0.173", "zod@4.6.7", "@ai-sdk/openai-compatible@2.0.92"],
  codex: ["@openai/codex@0.169.0"],
  mcporter: ["mcporter@0.12.3"],
  inspector: ["@modelcontextprotocol/inspector@2.12.0"],
} as const;

/** A program that npm has: its folder of node_modules, or why it could not be installed. */
export type Installed = { readonly modules: string } | { readonly reason: string };

/** Where programs are kept from one run to the next, outside of the workspace. */
const cache = process.env["AGENT_TOOLS_CLIENTS"] ?? join(tmpdir(), "agent-tools-clients");

/** The name of a program that is tried. */
export type ProgramName = keyof typeof specifications;

declare module "vitest" {
  interface ProvidedContext {
    /** Every program, or why there is none. */
    programs: Readonly<Record<ProgramName, Installed>>;
  }
}

/** Installs every program, before the tests begin to count their time. Never throws: one that is not to be had has a reason. */
export async function installPrograms(): Promise<Readonly<Record<ProgramName, Installed>>> {
  const installed: Partial<Record<ProgramName, Installed>> = {};
  for (const name of Object.keys(specifications) as ProgramName[]) installed[name] = await install(name);
  return installed as Record<ProgramName, Installed>;
}

/** Installs a program from npm, unless it is installed already. */
async function install(name: ProgramName): Promise<Installed> {
  const wanted = specifications[name];
  const folder = join(cache, wanted.join("+").replaceAll(/[^\w.@+-]/g, "_"));
  const modules = join(folder, "node_modules");
  const done = join(folder, "installed");
  if (existsSync(done)) return { modules };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  const args = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...wanted];
  try {
    await promisify(execFile)("npm", args, { cwd: folder, timeout: 240_000, shell: process.platform === "win32" });
    writeFileSync(done, "");
    return { modules };
  } catch (error) {
    const words = error instanceof Error ? error.message.split("\n").slice(0, 3).join(" ") : String(error);
    return { reason: `npm install ${wanted.join(" ")} failed: ${words}` };
  }
}

/** A program that was installed before the tests, or why it was not. */
export function program(name: ProgramName): Installed {
  return inject("programs")[name];
}

/** Node 24 and a program. Which file of the program is run is up to the caller. */
export function programOnNode24(
  name: ProgramName,
): { readonly node: string; readonly modules: string } | { readonly reason: string } {
  const node = program("node");
  const found = program(name);
  if ("reason" in node) return node;
  if ("reason" in found) return found;
  return { node: join(node.modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node"), ...found };
}

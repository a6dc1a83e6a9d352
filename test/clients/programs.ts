import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

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

/** Installs a program from npm, unless it is installed already. Never throws: a program that is not to be had is a reason. */
export async function program(name: keyof typeof specifications): Promise<Installed> {
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

/** Node 24 and a program. Which file of the program is run is up to the caller. */
export async function programOnNode24(
  name: keyof typeof specifications,
): Promise<{ readonly node: string; readonly modules: string } | { readonly reason: string }> {
  const node = await program("node");
  const found = await program(name);
  if ("reason" in node) return node;
  if ("reason" in found) return found;
  return { node: join(node.modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node"), ...found };
}

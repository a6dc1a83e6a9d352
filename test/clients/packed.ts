import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, run } from "./run.js";

let installing: Promise<string> | undefined;

/**
 * The folder of a package as it is published: its tarball, and those of the packages that it brings along, which are not on a
 * registry yet, installed into an empty project. That is done once for each file of tests.
 */
export async function packed(name: "pi-extension" | "eve-connection"): Promise<string> {
  installing ??= install();
  return join(await installing, name);
}

async function install(): Promise<string> {
  const tarballs = process.env["AGENT_TOOLS_TARBALLS"];
  if (!tarballs) throw new Error("AGENT_TOOLS_TARBALLS is not set. Run these tests by: npm run test:clients");
  const project = mkdtempSync(join(tmpdir(), "agent-tools-packed-"));
  process.once("exit", () => rmSync(project, { recursive: true, force: true }));
  cpSync(tarballs, join(project, "packed"), { recursive: true });
  const files = Object.fromEntries(
    readdirSync(tarballs).map((file) => [
      file.replace(/^agent-tools-(.*)-\d+\.\d+\.\d+.*\.tgz$/, "@agent-tools/$1"),
      `file:packed/${file}`,
    ]),
  );
  const wanted = ["@agent-tools/pi-extension", "@agent-tools/eve-connection"];
  const dependencies = Object.fromEntries(wanted.map((name) => [name, files[name]]));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies, overrides: files }));
  const args = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"] as const;
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const ended: Ended = await run(["npm", ...args], { cwd: project, env, ms: 240_000 });
  if (ended.code !== 0) throw new Error(`The packed packages cannot be installed: ${ended.stderr}`);
  return join(project, "node_modules", "@agent-tools");
}

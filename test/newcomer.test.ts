import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMembers } from "./architecture/member.js";
import { breaches } from "./architecture/rules.js";
import { manifestFaults } from "./manifest/manifest-faults.js";

// Copying templates/adapter makes a package that every check accepts, with no other file changed by hand.
const root = join(import.meta.dirname, "..");
const tree = mkdtempSync(join(tmpdir(), "agent-tools-newcomer-"));
const folder = join(tree, "packages/adapter-newcomer");
const template: { name: string } = JSON.parse(readFileSync(join(root, "templates/adapter/package.json"), "utf8"));
const name = "@agent-tools/adapter-newcomer";
const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: tree });

beforeAll(() => {
  for (const entry of ["packages", "scripts", "test/setup", "README.md", "package.json", ...configurations()]) {
    cpSync(join(root, entry), join(tree, entry), { recursive: true, filter: isOwn });
  }
  cpSync(join(root, "templates/adapter"), folder, { recursive: true, filter: isOwn });
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(template.name, name));
  }
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  delete manifest.private;
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // In the place of an installation.
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  symlinkSync(join(root, "templates/adapter/node_modules"), join(folder, "node_modules"));
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("the architecture has a place for it", () => {
  expect(breaches(readMembers(tree)).filter((breach) => breach.includes("newcomer"))).toEqual([]);
});

test("its manifest is like the others", () => {
  expect(manifestFaults(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))).toEqual([]);
});

test("the package table lists it", async () => {
  await run("scripts/package-table.mjs");
  expect(readFileSync(join(tree, "README.md"), "utf8")).toContain(`[\`${name}\`](packages/adapter-newcomer)`);
});

test("its types are right and its contract suite passes", async () => {
  await run("node_modules/typescript/bin/tsc", "--noEmit", "--project", "packages/adapter-newcomer");
  await run("node_modules/vitest/vitest.mjs", "run", "--project", "unit", "packages/adapter-newcomer");
});

function configurations(): string[] {
  return readdirSync(root).filter((file) => /^(tsconfig.*\.json|.*\.ts|pnpm-workspace\.yaml)$/.test(file));
}

function isOwn(path: string): boolean {
  return !/\/(node_modules|dist)$/.test(path);
}

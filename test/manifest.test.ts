import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifestFaults, type PublishedManifest } from "./manifest/manifest-faults.js";

const root = join(import.meta.dirname, "..");
const folders = readdirSync(join(root, "packages")).filter((name) =>
  existsSync(join(root, "packages", name, "package.json")),
);
const manifestOf = (folder: string): PublishedManifest =>
  JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));

describe.each(folders)("packages/%s", (folder) => {
  test("has a manifest like the others", () => {
    const manifest = manifestOf(folder);
    expect(manifest.name).toMatch(new RegExp(`^(@agent-tools/)?${folder}$`));
    expect(manifestFaults(manifest)).toEqual([]);
  });

  test("has one door: explicit named exports and nothing else", () => {
    const door = readFileSync(join(root, "packages", folder, "src/index.ts"), "utf8");
    expect(door.replace(/^export (type )?\{[^}]*\} from "[^"]+";$/gm, "").trim()).toBe("");
  });

  test("has a README", () => {
    expect(existsSync(join(root, "packages", folder, "README.md"))).toBe(true);
  });
});

test("the README's package table is what the manifests say", () => {
  execFileSync(process.execPath, ["scripts/package-table.mjs", "--check"], { cwd: root, stdio: "pipe" });
});

describe("a manifest is refused", () => {
  const good = manifestOf("contract");

  test.each([
    ["another license", { license: "ISC" }, /license/],
    ["no description", { description: "" }, /description/],
    ["types before the source", { exports: { ".": { types: "./dist/index.d.ts" } } }, /exports\["\."\]/],
    ["published sources", { publishConfig: { exports: good.exports } }, /publishConfig/],
    ["a pinned neighbour", { dependencies: { "@agent-tools/schema": "1.0.0" } }, /workspace:\^/],
  ])("with %s", (_what, change, fault) => {
    expect(manifestFaults({ ...good, ...change }).join("\n")).toMatch(fault);
  });
});

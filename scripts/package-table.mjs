// Writes the README's table of packages from their manifests. With `--check` it only says whether the table is up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages, root } from "./workspace.mjs";

const start = "<!-- packages: written by scripts/package-table.mjs -->";
const end = "<!-- /packages -->";

const file = join(root, "README.md");
const readme = readFileSync(file, "utf8");
const from = readme.indexOf(start);
const to = readme.indexOf(end);
if (from < 0 || to < from)
  throw new Error(`README.md needs the lines "${start}" and "${end}" around its package table.`);

const rows = publishedPackages().map(
  ({ folder, manifest }) => `| [\`${manifest.name}\`](${folder}) | ${manifest.description} |`,
);
const table = ["| package | what it is |", "| --- | --- |", ...rows].join("\n");
const updated = `${readme.slice(0, from + start.length)}\n\n${table}\n\n${readme.slice(to)}`;

if (updated === readme) process.exit(0);
if (process.argv.includes("--check")) {
  console.error("The package table in README.md is out of date. Run: node scripts/package-table.mjs");
  process.exit(1);
}
writeFileSync(file, updated);

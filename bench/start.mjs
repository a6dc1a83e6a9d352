// What starting costs: importing the built packages beside the SDK packages that they use, the quickstart and npm test on a
// bare machine. `--only import`, `--only quickstart` and `--only test` measure one of them.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../scripts/workspace.mjs";
import { median, table, yardstick } from "./measure.mjs";

const rounds = 15;

export async function run({ only }) {
  const result = { bench: "start", yardstickMs: await yardstick() };
  if (only === undefined || only === "import") Object.assign(result, importCost());
  if (only !== "import") {
    const machine = bareMachine();
    if (only === undefined || only === "quickstart") {
      result.quickstartCold = machine.npm("run", "quickstart");
      result.quickstartAgain = machine.npm("run", "quickstart");
    }
    if (only === undefined || only === "test") {
      result.testFirst = machine.npm("test");
      result.testAgain = machine.npm("test");
    }
    table(
      Object.entries(result)
        .filter(([, value]) => value?.cpuSeconds !== undefined)
        .map(([what, value]) => ({ what, ...value })),
    );
    machine.remove();
  }
  return result;
}

/** CPU milliseconds of each import, in processes of their own that take turns. */
function importCost() {
  const ours = ["@agent-tools/runtime", "@agent-tools/mcp-stdio"];
  const sdk = sdkImports(["mcp-stdio", "mcp-binding"]);
  const pairs = Array.from({ length: rounds }, () => ({
    ours: importInNewProcess(ours, join(root, "bench")),
    sdk: importInNewProcess(sdk, join(root, "packages/mcp-binding")),
  }));
  const oursMs = median(pairs.map((pair) => pair.ours));
  const sdkMs = median(pairs.map((pair) => pair.sdk));
  const ratio = Number(median(pairs.map((pair) => pair.ours / pair.sdk)).toFixed(2));
  table([
    { import: ours.join(" + "), cpuMs: oursMs },
    { import: sdk.join(" + "), cpuMs: sdkMs },
  ]);
  console.log("");
  return { importMs: oursMs, sdkImportMs: sdkMs, importRatio: ratio };
}

/** The SDK entries that the root entries of these built packages import. */
function sdkImports(names) {
  const files = names.flatMap((name) => {
    const dist = join(root, "packages", name, "dist");
    return readdirSync(dist)
      .filter((file) => file.endsWith(".js") && file !== "sdk-v1.js")
      .map((file) => join(dist, file));
  });
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/from ["'](@modelcontextprotocol\/[^"']+)["']/g)].map(
      ([, specifier]) => specifier,
    ),
  );
  if (found.length === 0) throw new Error(`No built file of ${names.join(" and ")} imports an MCP SDK.`);
  return [...new Set(found)].sort();
}

function importInNewProcess(specifiers, cwd) {
  const script = `
    const start = process.cpuUsage();
    for (const specifier of ${JSON.stringify(specifiers)}) await import(specifier);
    const { user, system } = process.cpuUsage(start);
    console.log((user + system) / 1000);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd, encoding: "utf8" }));
}

/** A clone of this tree as it is now, with an empty home folder and nothing installed. */
function bareMachine() {
  const folder = mkdtempSync(join(tmpdir(), "agent-tools-start-"));
  const home = join(folder, "home");
  const clone = join(folder, "clone");
  mkdirSync(home);
  execFileSync("git", ["clone", "--quiet", root, clone]);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.trim().split("\n")) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(root, file), join(clone, file));
  }
  return {
    /** Runs npm there; CPU seconds are of all the processes that it started and waited for. */
    npm(...args) {
      console.error(`npm ${args.join(" ")} …`);
      const start = performance.now();
      const shell = spawnSync("sh", ["-c", 'npm "$@" >/dev/null 2>&1; code=$?; times; exit $code', "npm", ...args], {
        cwd: clone,
        env: { PATH: process.env.PATH, HOME: home },
        encoding: "utf8",
      });
      const [, children = ""] = shell.stdout.trim().split("\n");
      const cpuSeconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
        (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
        0,
      );
      const wallSeconds = (performance.now() - start) / 1000;
      return { cpuSeconds: tenths(cpuSeconds), wallSeconds: tenths(wallSeconds), exitCode: shell.status };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function tenths(value) {
  return Math.round(value * 10) / 10;
}

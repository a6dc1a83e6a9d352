// node packages/mcp-http/test/conformance/run.mjs [direct|proxy|client]: runs the official conformance suites. The server suites
// run against a host of everything that they ask for, and against pass-through in front of it; the client scenarios run a
// runtime on the suite's own servers. The suites need Node 22 or newer, so they run on one from the registry; our part runs on
// this one. What is known not to hold is in suites.mjs; one that holds after all is a fault, too.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientSuites, serverSuites, targets, versions } from "./suites.mjs";

const root = join(import.meta.dirname, "../../../..");
const [only] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "agent-tools-conformance-"));
const fromSource = ["--conditions=@agent-tools/source", "--import", "tsx"];
const script = (name) => [...fromSource, join(import.meta.dirname, name)];
let faults = 0;
let passed = 0;

try {
  install();
  for (const target of targets) if (isWanted(target.upstream ? "proxy" : "direct")) await runTarget(target);
  if (isWanted("client")) for (const suite of clientSuites) runClient(suite);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`conformance: ${passed} checks passed, ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;

function isWanted(part) {
  return only === undefined || only === part;
}

function install() {
  const packages = Object.entries(versions).map(
    ([name, version]) => `${name}@npm:@modelcontextprotocol/conformance@${version}`,
  );
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", "node@24", ...packages];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("The suites could not be installed.");
}

async function runTarget({ name, upstream, era }) {
  const servers = [];
  try {
    let serving;
    if (upstream !== "stdio") serving = await start(servers, [...script("serve-everything.ts"), "http"]);
    if (upstream) {
      const options =
        upstream === "http"
          ? { url: serving }
          : { command: process.execPath, args: [...script("serve-everything.ts"), "stdio"], cwd: root };
      serving = await start(servers, [...script("serve-proxy.ts"), JSON.stringify({ ...options, era })]);
    }
    for (const { suite, spec, scenarios, known, modernOnLegacy } of serverSuites) {
      const checks = runSuite(
        suite,
        "server",
        "--suite",
        "all",
        "--url",
        serving,
        ...(spec ? ["--spec-version", spec] : []),
      );
      const expected = era === "legacy" ? { ...known, ...modernOnLegacy } : known;
      report(`${versions[suite]} ${spec ?? ""} ${name}`, checks, scenarios, expected);
    }
  } finally {
    for (const server of servers.reverse()) server.kill();
  }
}

async function start(servers, args) {
  const server = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  servers.push(server);
  const ended = once(server, "exit").then(([code]) => Promise.reject(new Error(`A server ended with ${code}.`)));
  ended.catch(() => {});
  const [line] = await Promise.race([once(server.stdout, "data"), ended]);
  return String(line).trim();
}

/** One scenario after the other: each starts a runtime of its own. */
function runClient({ suite, scenarios, known }) {
  const command = [process.execPath, ...script("client.ts")].join(" ");
  const results = scenarios.map((scenario) => runSuite(suite, "client", "--scenario", scenario, "--command", command));
  const all = { scenarios: 0, checks: [] };
  for (const { scenarios: count, checks } of results) {
    all.scenarios += count;
    all.checks.push(...checks);
  }
  report(`${versions[suite]} client`, all, scenarios.length, known);
}

function report(title, { scenarios, checks }, expectedScenarios, known) {
  const wrong = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const unknown = wrong.filter(({ id }) => !(id in known));
  const mended = Object.keys(known).filter((id) => !wrong.some((check) => check.id === id));
  const succeeded = checks.filter(({ status }) => status === "SUCCESS").length;
  console.log(`${title}: ${scenarios} scenarios, ${succeeded} checks passed, ${wrong.length} not`);
  for (const { id, status, errorMessage } of unknown) console.log(`  ${status} ${id}: ${errorMessage}`);
  for (const id of mended) console.log(`  ${id} holds by now: take it off the list`);
  if (scenarios !== expectedScenarios) console.log(`  ${expectedScenarios} scenarios were expected`);
  passed += succeeded;
  faults += unknown.length + mended.length + (scenarios === expectedScenarios ? 0 : 1);
}

function runSuite(suite, ...args) {
  const results = mkdtempSync(join(folder, "results-"));
  const program = join(folder, "node_modules", suite, "dist/index.js");
  spawnSync(join(folder, "node_modules/.bin/node"), [program, ...args, "-o", results], {
    cwd: root,
    stdio: "ignore",
  });
  const files = readdirSync(results, { recursive: true }).filter((file) => file.endsWith("checks.json"));
  return {
    scenarios: files.length,
    checks: files.flatMap((file) => JSON.parse(readFileSync(join(results, file), "utf8"))),
  };
}

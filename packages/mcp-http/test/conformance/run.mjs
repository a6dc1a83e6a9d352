// node packages/mcp-http/test/conformance/run.mjs: serves everything that the official conformance suites ask for, and
// runs them against it. They need Node 22 or newer, so they run on one from the registry; the server runs on this one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/** The suites, and what is known not to hold: check ids, each with the reason. One that holds after all is a fault, too. */
const suites = [
  {
    version: "0.1.16",
    scenarios: 32,
    known: {
      "server-sse-priming-event": "the suite asks as a client of 2025-03-26, which could not read such an event",
      "server-sse-retry-field": "it comes with that event",
    },
  },
  { version: "0.2.0-alpha.12", spec: "2025-11-25", scenarios: 33, known: {} },
  { version: "0.2.0-alpha.12", spec: "2026-07-28", scenarios: 40, known: {} },
];

const server = spawn(
  process.execPath,
  ["--conditions=@agent-tools/source", "--import", "tsx", join(import.meta.dirname, "serve-everything.ts")],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
);
const [line] = await once(server.stdout, "data");
let faults = 0;
for (const suite of suites) {
  const { scenarios, checks } = runSuite(suite, String(line).trim());
  const wrong = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const unknown = wrong.filter(({ id }) => !(id in suite.known));
  const mended = Object.keys(suite.known).filter((id) => !wrong.some((check) => check.id === id));
  const succeeded = checks.filter(({ status }) => status === "SUCCESS").length;
  console.log(
    `${suite.version} ${suite.spec ?? ""}: ${scenarios} scenarios, ${succeeded} checks passed, ${wrong.length} not`,
  );
  for (const { id, status, errorMessage } of unknown) console.log(`  ${status} ${id}: ${errorMessage}`);
  for (const id of mended) console.log(`  ${id} holds by now: take it off the list`);
  if (scenarios !== suite.scenarios) console.log(`  ${suite.scenarios} scenarios were expected`);
  faults += unknown.length + mended.length + (scenarios === suite.scenarios ? 0 : 1);
}
server.kill();
process.exitCode = faults === 0 ? 0 : 1;

function runSuite({ version, spec }, url) {
  const folder = mkdtempSync(join(tmpdir(), "agent-tools-conformance-"));
  const packages = ["-p", "node@24", "-p", `@modelcontextprotocol/conformance@${version}`];
  const args = ["server", "--suite", "all", "--url", url, "-o", folder, ...(spec ? ["--spec-version", spec] : [])];
  spawnSync("npx", ["--yes", "--loglevel=error", ...packages, "conformance", ...args], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith("checks.json"));
  const checks = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  rmSync(folder, { recursive: true });
  return { scenarios: files.length, checks };
}

// npm test: installs what is missing, then checks format and lint, types, tests and unused code, two at a time.
// `node scripts/test.mjs tests types` runs only those; what follows `--` goes to vitest.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed, run } from "./command.mjs";
import { install } from "./install.mjs";
import { runTogether } from "./step.mjs";

const args = process.argv.slice(2);
const separator = args.indexOf("--");
const chosen = separator < 0 ? args : args.slice(0, separator);
const vitestArgs = separator < 0 ? [] : args.slice(separator + 1);

await install();

const reports = mkdtempSync(join(tmpdir(), "agent-tools-test-"));
const report = join(reports, "vitest.json");

const steps = [
  {
    name: "tests",
    run: () =>
      run(
        [
          ...installed("vitest"),
          ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
          ...vitestArgs,
        ],
        { live: true },
      ),
  },
  { name: "types", run: () => run([...installed("typescript", "tsc"), "--noEmit", "--project", "."]) },
  { name: "format and lint", run: () => run([...installed("@biomejs/biome", "biome"), "ci", "."]) },
  { name: "unused code", run: () => run([...installed("knip")]) },
].filter(({ name }) => chosen.length === 0 || chosen.includes(name));
if (steps.length === 0) throw new Error(`No step is called "${chosen.join('", "')}". See scripts/test.mjs.`);

const failed = await runTogether(steps, 2);
printCounts();
rmSync(reports, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;

/** The line that .ci/run adds up. */
function printCounts() {
  let counts;
  try {
    counts = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return; // The tests were not asked for, or vitest did not come to its end, which has failed the run already.
  }
  const skipped = counts.numPendingTests + counts.numTodoTests;
  console.log(`tests: ${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${skipped} skipped`);
}

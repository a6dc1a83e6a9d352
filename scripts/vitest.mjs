import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed, run } from "./command.mjs";

/**
 * Runs vitest once, its lines going straight through, and then prints the line `tests: N passed, N failed, N skipped`, which
 * .ci/run adds up. Resolves to `{ code }`.
 */
export async function vitest(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "agent-tools-vitest-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await run([...installed("vitest"), "run", ...reporters, ...args], {
    live: true,
    env: { ...process.env, ...env },
  });
  try {
    const counts = JSON.parse(readFileSync(report, "utf8"));
    const skipped = counts.numPendingTests + counts.numTodoTests;
    console.log(`tests: ${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${skipped} skipped`);
  } catch {
    console.error("vitest left no report: it did not come to its end.");
  }
  rmSync(folder, { recursive: true, force: true });
  return { code };
}

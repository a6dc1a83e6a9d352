// npm test: installs what is missing, then runs the tests and checks types, format and lint, and unused code, two at a time.
// `node scripts/test.mjs tests` runs only what is named, and `slow` only where it is; what follows `--` goes to vitest.
import { installed, run } from "./command.mjs";
import { install } from "./install.mjs";
import { runTogether, summarize } from "./step.mjs";
import { vitest } from "./vitest.mjs";

const args = process.argv.slice(2);
const separator = args.includes("--") ? args.indexOf("--") : args.length;
const chosen = args.slice(0, separator);
const vitestArgs = args.slice(separator + 1);

const steps = [
  { name: "tests", run: () => vitest(vitestArgs) },
  { name: "types", run: () => run([...installed("typescript", "tsc"), "--noEmit", "--project", "."]) },
  { name: "lint", run: () => run([...installed("@biomejs/biome", "biome"), "ci", "."]) },
  { name: "unused", run: () => run(installed("knip")) },
  { name: "slow", isExtra: true, run: () => vitest(["--config", "test/slow/vitest.config.ts", ...vitestArgs]) },
];
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step "${unknown[0]}". The steps: ${steps.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}

await install();
summarize(
  await runTogether(
    steps.filter(({ name, isExtra }) => (chosen.length === 0 ? !isExtra : chosen.includes(name))),
    2,
  ),
);

// npm run check: builds and packs every package, then checks what a user would install: package shape, API reports, and
// projects that install the tarballs. `npm run check -- --update` also writes the API reports and the README's package table.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackages } from "./build.mjs";
import { run } from "./command.mjs";
import { install } from "./install.mjs";
import { pnpm } from "./pnpm.mjs";
import { runStep, summarize } from "./step.mjs";
import { vitest } from "./vitest.mjs";
import { members } from "./workspace.mjs";

const shouldUpdate = process.argv.includes("--update");
const tarballs = mkdtempSync(join(tmpdir(), "agent-tools-tarballs-"));

const steps = [
  { name: "build", run: () => buildPackages(members("packages").map(({ folder }) => folder)) },
  {
    name: "pack",
    run: () =>
      pnpm(["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", tarballs], { live: false }),
  },
  {
    name: "packed packages",
    run: () =>
      vitest(["--config", "test/packed/vitest.config.ts", `--update=${shouldUpdate ? "all" : "none"}`], {
        AGENT_TOOLS_TARBALLS: tarballs,
      }),
  },
];
if (shouldUpdate) {
  steps.unshift({ name: "package table", run: () => run([process.execPath, "scripts/package-table.mjs"]) });
}

await install();
const ended = [];
for (const step of steps) {
  ended.push(await runStep(step));
  if (!ended.at(-1).isGood) break;
}
summarize(ended);
rmSync(tarballs, { recursive: true, force: true });

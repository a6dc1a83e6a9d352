// npm run quickstart and npm start: installs what the quickstart needs, and only that, then runs it from its sources.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { install } from "./install.mjs";
import { root } from "./workspace.mjs";

const folder = "examples/quickstart";

await install(folder);

const child = spawn(
  process.execPath,
  ["--conditions=@agent-tools/source", "--import", "tsx", join(folder, "main.ts"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
// The quickstart ends itself, in order; this process only passes on what it is told and waits.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("close", (code) => {
  process.exitCode = code ?? 1;
});

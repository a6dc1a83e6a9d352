// npm run build: builds every package by tsup, two at a time. Packages do not wait for each other, since types and tests read
// each other's sources.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installed, run } from "./command.mjs";
import { install } from "./install.mjs";
import { runStep, summarize } from "./step.mjs";
import { members, root } from "./workspace.mjs";

/** Builds the packages of these folders. Throws with tsup's own output where one fails. */
export async function buildPackages(folders) {
  const queue = [...folders];
  const worker = async () => {
    for (let folder = queue.shift(); folder; folder = queue.shift()) {
      const { code, output } = await run(installed("tsup"), { cwd: join(root, folder) });
      if (code !== 0) throw new Error(`The build of ${folder} failed.\n${output}`);
      console.error(`built ${folder}`);
    }
  };
  await Promise.all([worker(), worker()]);
}

/** Builds those of the packages (default: all) whose `dist` is missing or older than their sources, and says so on stderr. */
export async function buildStalePackages(folders = packageFolders()) {
  const stale = folders.filter(isStale);
  if (stale.length > 0) console.error(`Building ${stale.length} packages whose sources are newer than their build …`);
  await buildPackages(stale);
}

function packageFolders() {
  return members("packages").map(({ folder }) => folder);
}

function isStale(folder) {
  const built = join(root, folder, "dist", "index.d.ts");
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  // A program holds the code of whatever it uses.
  const isProgram = existsSync(join(root, folder, "tsup.program.ts"));
  return (isProgram ? packageFolders() : [folder]).flatMap(inputsOf).some((file) => statSync(file).mtimeMs > mtimeMs);
}

function inputsOf(folder) {
  const sources = readdirSync(join(root, folder, "src"), { recursive: true }).map((file) => join("src", String(file)));
  const manifests = readdirSync(join(root, folder)).filter((file) => /^(package\.json|tsup\..*)$/.test(file));
  return [...sources, ...manifests].map((file) => join(root, folder, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install();
  summarize([await runStep({ name: "build", run: () => buildPackages(packageFolders()) })]);
}

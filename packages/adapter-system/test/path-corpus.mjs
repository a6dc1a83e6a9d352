import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { resultValue, standaloneContext, ToolError, toToolResult } from "@agent-tools/contract";

/** The product says these in the same words, so that nobody learns what is outside. */
const absent = ["OUTSIDE_ROOT", "NOT_FOUND", "NOT_READABLE"];
const answers = {
  OUTSIDE_ROOT: absent,
  NOT_FOUND: absent,
  NOT_READABLE: absent,
  NOT_FOUND_OR_OUTSIDE: absent,
  INVALID_PATH: ["INVALID_PATH"],
  NOT_A_FILE: ["NOT_A_FILE"],
  HARDLINK: ["HARDLINK"],
};

/**
 * Runs each case of the corpus of paths through `read_file` of the product `{ systemAdapter }`, over the tree of the
 * fixture. Answers with a row per case: `{ id, category, problem }`, without a problem where it is right.
 */
export async function runPathCorpus(cases, { tree, product }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "path-corpus-")));
  try {
    build(tree, folder);
    const adapter = product.systemAdapter({ tools: ["read_file"], readFile: { root: join(folder, "root") } });
    const read = (path) => readFile(adapter, path.replaceAll("<T>", folder));
    const rows = [];
    for (const item of cases) {
      const problem = await (item.category === "race"
        ? raceProblem(item, read, folder)
        : caseProblem(item, read, folder));
      rows.push({ id: item.id, category: item.category, problem });
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build({ files, dirs, big, symlinks, fifos, hardlinks }, folder) {
  const place = (name) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(place(name), text);
  for (const name of dirs) mkdirSync(place(name), { recursive: true });
  for (const [name, bytes] of Object.entries(big)) writeFileSync(place(name), Buffer.alloc(bytes, "x"));
  for (const [name, target] of Object.entries(symlinks)) symlinkSync(target.replaceAll("<T>", folder), place(name));
  for (const name of fifos) execFileSync("sh", ["-c", `mkfifo "$0"`, place(name)]);
  for (const [name, target] of Object.entries(hardlinks)) linkSync(join(folder, target), place(name));
}

async function readFile(adapter, path) {
  try {
    const result = toToolResult(await adapter.call("read_file", { path }, standaloneContext()));
    return { outcome: "read", content: result.content[0]?.text ?? resultValue(result) };
  } catch (error) {
    if (!ToolError.is(error)) return { outcome: `threw ${error}` };
    return { outcome: "reject", code: error.cause?.code, said: JSON.stringify(error) };
  }
}

async function caseProblem({ path, platform, expect, alternative }, read, folder) {
  const seen = await withPlatform(platform, () => read(path));
  if (seen.said?.includes(folder) && !path.includes("<T>"))
    return `the refusal tells where the folder is: ${seen.said}`;
  const isRight = [expect, alternative].filter(Boolean).some((wanted) => fits(wanted, seen));
  return isRight ? undefined : `${JSON.stringify(seen).slice(0, 300)} instead of ${JSON.stringify(expect)}`;
}

function fits(wanted, seen) {
  if (wanted.outcome !== seen.outcome) return false;
  if (wanted.outcome === "read") return wanted.content === undefined || wanted.content === seen.content;
  const codes = answers[wanted.code];
  return codes === undefined || codes.includes(seen.code);
}

async function withPlatform(platform, work) {
  if (platform !== "win32") return work();
  const real = Object.getOwnPropertyDescriptor(process, "platform");
  Object.defineProperty(process, "platform", { ...real, value: platform });
  try {
    return await work();
  } finally {
    Object.defineProperty(process, "platform", real);
  }
}

const READS = 2_000;

/** Swaps the folder for a link to the one outside and back, as fast as it can, until it is stopped. */
const swapper = `
  const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
  const { parentPort, workerData: { dir, parked } } = require("node:worker_threads");
  const flag = new Int32Array(require("node:worker_threads").workerData.flag);
  parentPort.postMessage("started");
  while (Atomics.load(flag, 0) === 0) {
    renameSync(dir, parked);
    symlinkSync("../outside", dir);
    unlinkSync(dir);
    renameSync(parked, dir);
  }`;

async function raceProblem({ path, expect }, read, folder) {
  writeFileSync(join(folder, "outside", path.split("/").at(-1)), "SECRET-race");
  const flag = new SharedArrayBuffer(4);
  const dir = join(folder, "root", dirname(path));
  const worker = new Worker(swapper, { eval: true, workerData: { dir, parked: `${dir}-parked`, flag } });
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  let reads = 0;
  let leak;
  for (let count = 0; count < READS && leak === undefined; count += 1) {
    const { outcome, content } = await read(path);
    if (outcome === "read") reads += 1;
    if (outcome === "read" && content.includes(expect.content)) leak = content;
  }
  Atomics.store(new Int32Array(flag), 0, 1);
  await new Promise((resolve) => worker.once("exit", resolve));
  if (leak !== undefined) return `read ${leak}`;
  return reads > 0 ? undefined : "nothing could be read at all, which proves nothing";
}

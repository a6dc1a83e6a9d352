// Imports every OpenAPI document of a folder, beside two peers that run on Node: documents, operations, CPU and memory in a
// process for each document, and what the import keeps. --data is the corpus' folder (documents/, plain or gzipped).
// --peers false leaves the peers out.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { median, round, table } from "./measure.mjs";
import { importers } from "./openapi/importers.mjs";
import { listingCost } from "./openapi/listing.mjs";

const execute = promisify(execFile);
const product = "adapter-rest";
/** What listing names and descriptions may cost beside parsing the raw document. */
const maxListToParse = 1.3;
const timeout = 180_000;

export async function run({ data, peers = true } = {}) {
  if (typeof data !== "string") throw new Error("Give the folder of the documents: --data DIR.");
  const unpacked = mkdtempSync(join(tmpdir(), "openapi-import-"));
  try {
    const files = unpack(existsSync(join(data, "documents")) ? join(data, "documents") : data, unpacked);
    const names = peers === "false" ? [product] : Object.keys(importers);
    const rows = [];
    for (const file of files) {
      rows.push(await measure(file, names));
      console.error(`${rows.length} of ${files.length}`);
    }
    return summarise(rows, names);
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}

function unpack(folder, to) {
  const names = readdirSync(folder).filter((name) => /\.(json|ya?ml)(\.gz)?$/.test(name));
  return names.sort().map((name) => {
    const bytes = readFileSync(join(folder, name));
    const file = join(to, name.replace(/\.gz$/, ""));
    writeFileSync(file, name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    return file;
  });
}

async function measure(file, names) {
  const text = readFileSync(file, "utf8");
  const row = { document: file.split("/").at(-1), bytes: text.length, by: {} };
  for (const name of names) {
    const [cost, quality] = [await script("measure-import", name, file), await script("quality", name, file)];
    row.by[name] = { ...cost, quality };
  }
  if (!row.by[product].error) Object.assign(row, await listingCost(text));
  return row;
}

async function script(name, ...words) {
  const path = fileURLToPath(new URL(`./openapi/${name}.mjs`, import.meta.url));
  try {
    const { stdout } = await execute(process.execPath, ["--no-warnings", path, ...words], {
      timeout,
      maxBuffer: 1 << 26,
    });
    return JSON.parse(stdout.trim().split("\n").at(-1));
  } catch (error) {
    return { error: error.killed ? `more than ${timeout / 1000} s` : String(error.stderr ?? error).split("\n")[0] };
  }
}

function summarise(rows, names) {
  const own = (row) => row.by[product];
  const peer = names[1];
  table(
    rows.map((row) => ({
      document: row.document,
      kB: Math.round(row.bytes / 1000),
      operations: own(row).quality.operations ?? 0,
      tools: own(row).tools ?? 0,
      degraded: own(row).quality.degraded ?? 0,
      skipped: own(row).quality.skipped ?? 0,
      inputs: `${own(row).quality.kept ?? 0}/${own(row).quality.expected ?? 0}`,
      "bad schemas": `${own(row).quality.badSchemas ?? 0}/${own(row).quality.schemas ?? 0}`,
      "CPU s": own(row).cpuSeconds ?? Number.NaN,
      "peak MB": own(row).peakMb ?? Number.NaN,
      "with outputs": pair(own(row).withOutputs),
      ...(peer && { "peer CPU s": row.by[peer].cpuSeconds ?? "-", "peer MB": row.by[peer].peakMb?.toFixed(0) ?? "-" }),
      "list / parse": row.listToParse ?? Number.NaN,
    })),
  );
  console.log();
  const totals = Object.fromEntries(names.map((name) => [name, total(rows.map((row) => row.by[name]))]));
  table(Object.entries(totals).map(([importer, values]) => ({ importer, ...values })));
  const listed = rows.filter((row) => row.parseMs !== undefined);
  const failed = rows.filter((row) => !isGood(own(row))).map(({ document }) => document);
  for (const row of rows) if (own(row).error) console.log(`${row.document}: ${own(row).error}`);
  const behind = peer
    ? rows.filter((row) => row.by[peer].cpuSeconds < own(row).cpuSeconds || row.by[peer].peakMb < own(row).peakMb)
    : [];
  return {
    bench: "openapi-import",
    passed: rows.length - failed.length,
    total: rows.length,
    failed,
    ...totals[product],
    listToParse: round(sum(listed, "listMs") / sum(listed, "parseMs")),
    listedSlowly: listed.filter(({ listToParse }) => listToParse >= maxListToParse).map(({ document }) => document),
    ...(peer && { peers: totals, behindPeer: behind.map(({ document }) => document) }),
  };
}

function pair(cost) {
  return cost ? `${round(cost.cpuSeconds)} s, ${round(cost.peakMb)} MB` : "";
}

function isGood({ error, quality }) {
  return (
    !error &&
    !quality.error &&
    quality.badSchemas === 0 &&
    quality.badNames === 0 &&
    quality.kept === quality.expected &&
    !quality.unexplained
  );
}

function total(runs) {
  const done = runs.filter(({ error }) => !error);
  const qualities = done.map(({ quality }) => quality).filter(({ error }) => !error);
  const every = runs.map(({ quality }) => quality).filter((quality) => quality && !quality.error);
  const share = (part, whole) => (whole === 0 ? 1 : round(part / whole));
  return {
    documents: done.length,
    operations: sum(every, "operations"),
    callable: sum(qualities, "callable"),
    callableShare: share(sum(qualities, "callable"), sum(every, "operations")),
    inputs: sum(qualities, "expected"),
    inputsKept: sum(qualities, "kept"),
    inputsShare: share(sum(qualities, "kept"), sum(qualities, "expected")),
    badNames: sum(qualities, "badNames"),
    schemas: sum(qualities, "schemas"),
    badSchemas: sum(qualities, "badSchemas"),
    medianCpuSeconds: round(median(done.map(({ cpuSeconds }) => cpuSeconds))),
    medianPeakMb: round(median(done.map(({ peakMb }) => peakMb))),
  };
}

function sum(items, field) {
  return items.reduce((whole, item) => whole + (item[field] ?? 0), 0);
}

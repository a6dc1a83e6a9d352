// How well search finds the right tool, and what it costs, beside its peers, on the sets below --data (see retrieval/sets.mjs
// for their form). --sets a,b takes only some. --catalogues DIR: results of tools/list whose tools are among the many, too. Time is CPU time; engines take turns, query by query. "first" is the mean of the
// timed queries when they are asked for the first time, right after building: what is compiled or remembered by then is each
// engine's own affair.
import v8 from "node:v8";
import vm from "node:vm";
import { table } from "./measure.mjs";
import { engines, oursInEnglish, yardstickEngine } from "./retrieval/engines.mjs";
import { qualityOf } from "./retrieval/quality.mjs";
import { manyTools, readCatalogues, readSets } from "./retrieval/sets.mjs";

const TARGETS = {
  "agent-short": 0.87,
  "bfcl-classic": 0.86,
  "livemcp-steps": 0.65,
  "livemcp-tasks": 0.4,
  "metatool-multi": 0.66,
  "metatool-single": 0.67,
  "restbench-tmdb": 0.55,
};
const SCALE = { tools: 5_000, queries: 1_000, buildMs: 300, heapMb: 10, p50Ms: 0.5, p95Ms: 3 };
const MOST_TIMED_QUERIES = 300;
const WARM_UP_QUERIES = 1_000;

export async function run({ data, sets: wanted, catalogues }) {
  if (typeof data !== "string") throw new Error("Say where the sets are: --data DIR.");
  const names = typeof wanted === "string" ? wanted.split(",") : undefined;
  const sets = readSets(data).filter((set) => names?.includes(set.name) ?? true);
  const rows = sets.flatMap(measureSet);
  table(rows.map(({ ndcg, ...row }) => row));

  console.log(`\n${SCALE.tools} tools, ${SCALE.queries} queries of every set`);
  const scale = measureScale(sets, typeof catalogues === "string" ? readCatalogues(catalogues) : []);
  table(scale);

  const result = { bench: "retrieval", sets: {}, scale: {} };
  for (const { name } of sets) {
    const [ours, ...peers] = rows.filter((row) => row.set === name && row.engine !== oursInEnglish.name);
    const peer = Math.max(...peers.map((row) => row.ndcg));
    result.sets[name] = { ndcg10: digits(ours.ndcg), bestPeer: digits(peer), target: TARGETS[name] ?? null };
  }
  const [ours, peer] = scale;
  result.scale = {
    p50Ms: ours["CPU ms p50"],
    p95Ms: ours["CPU ms p95"],
    meanMs: ours["CPU ms mean"],
    peerMeanMs: peer["CPU ms mean"],
    buildMs: ours["build ms"],
    heapMb: ours["heap MB"],
  };
  result.passed = Object.values(result.sets).every(
    ({ ndcg10, bestPeer, target }) => ndcg10 > bestPeer && ndcg10 >= (target ?? 0),
  );
  return result;
}

function measureSet({ name, tools, queries }) {
  const isForeign = queries.some((query) => query.lang !== undefined && query.lang !== "en");
  const all = isForeign ? [...engines, oursInEnglish] : engines;
  const built = all.map((engine) => ({ engine, ...build(engine, tools) }));
  const timed = queries.filter((_, index) => index % Math.ceil(queries.length / MOST_TIMED_QUERIES) === 0);
  const times = timesOf(built, timed);
  const qualities = built.map(({ search }) => qualityOf(search, queries));
  return built.map(({ engine, buildMs, heapMb }, index) => ({
    set: name,
    engine: engine.name,
    ...Object.fromEntries(Object.entries(qualities[index]).map(([measure, value]) => [measure, digits(value)])),
    target: engine === engines[0] ? (TARGETS[name] ?? "") : "",
    ...times[index],
    "build ms": digits(buildMs),
    "heap MB": digits(heapMb),
    ndcg: qualities[index]["nDCG@10"],
  }));
}

function measureScale(sets, further) {
  const tools = manyTools(sets, further, SCALE.tools);
  const queries = sets.flatMap((set) => set.queries);
  const picked = queries.filter((_, index) => index % Math.ceil(queries.length / SCALE.queries) === 0);
  const built = [engines[0], yardstickEngine].map((engine) => ({ engine, ...build(engine, tools) }));
  const times = timesOf(built, picked);
  return built.map(({ engine, buildMs, heapMb }, index) => ({
    engine: engine.name,
    ...times[index],
    "build ms": digits(buildMs),
    "heap MB": digits(heapMb),
  }));
}

/** CPU time of building, the better of two, and what the index keeps: on the heap and in arrays beside it. */
function build(engine, tools) {
  const first = cpuOf(() => engine.build(tools));
  const before = memory();
  const second = cpuOf(() => engine.build(tools));
  const heapMb = (memory() - before) / 1024 ** 2;
  return { search: second.value, buildMs: Math.min(first.ms, second.ms), heapMb };
}

/** CPU time per query of each engine: in the first round, and in the last, when all of them are warm and compiled. */
function timesOf(built, queries) {
  const first = roundOf(built, queries);
  for (let round = 0; round < Math.ceil(WARM_UP_QUERIES / queries.length); round++) roundOf(built, queries);
  const last = roundOf(built, queries);
  return built.map((_, index) => {
    const sorted = last[index].sort((one, other) => one - other);
    const at = (share) => digits(sorted[Math.floor(share * (sorted.length - 1))]);
    return {
      "CPU ms first": digits(mean(first[index])),
      "CPU ms mean": digits(mean(sorted)),
      "CPU ms p50": at(0.5),
      "CPU ms p95": at(0.95),
    };
  });
}

/** Each query of each engine once, in turns: for each engine the CPU times. */
function roundOf(built, queries) {
  const times = built.map(() => []);
  for (const { query } of queries) {
    for (const [index, { search }] of built.entries()) times[index].push(cpuOf(() => search(query, 10)).ms);
  }
  return times;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function cpuOf(work) {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { value, ms: (user + system) / 1000 };
}

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc");

function memory() {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function digits(value) {
  return Number(value.toFixed(3));
}

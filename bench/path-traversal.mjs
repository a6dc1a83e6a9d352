import { readFileSync } from "node:fs";
import * as product from "@agent-tools/adapter-system";
import { runPathCorpus } from "../packages/adapter-system/test/path-corpus.mjs";

const corpus = new URL("../packages/adapter-system/test/corpus/", import.meta.url);

/** How many cases of the corpus `data` are right: paths, links and races through `read_file`. */
export async function run({ data = new URL("path-traversal.jsonl", corpus) } = {}) {
  const cases = readFileSync(data, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
  const tree = JSON.parse(readFileSync(new URL("path-tree.json", corpus), "utf8"));
  const rows = await runPathCorpus(cases, { tree, product });
  const wrong = rows.filter(({ problem }) => problem !== undefined);
  const table = {};
  for (const { category, problem } of rows) {
    table[category] ??= { cases: 0, right: 0 };
    table[category].cases += 1;
    if (problem === undefined) table[category].right += 1;
  }
  console.table(table);
  for (const { id, problem } of wrong) console.log(`${id}: ${problem}`);
  return {
    bench: "path-traversal",
    passed: rows.length - wrong.length,
    total: rows.length,
    failed: wrong.map(({ id }) => id),
  };
}

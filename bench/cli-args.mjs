import { readFileSync } from "node:fs";
import * as product from "@agent-tools/adapter-cli";
import { runCliCorpus } from "../packages/adapter-cli/test/cli-args-corpus.mjs";

const folder = new URL("../packages/adapter-cli/", import.meta.url);

/** How many cases of the corpus `data` are right: argument lists as built, and programs as they really run. */
export async function run({ data = new URL("test/corpus/cli-args.jsonl", folder) } = {}) {
  const cases = readFileSync(data, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
  const specs = JSON.parse(readFileSync(new URL("test/corpus/cli-specs.json", folder), "utf8"));
  const readme = readFileSync(new URL("README.md", folder), "utf8");
  const rows = await runCliCorpus(cases, { specs, product, readme });
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
    bench: "cli-args",
    passed: rows.length - wrong.length,
    total: rows.length,
    failed: wrong.map(({ id }) => id),
  };
}

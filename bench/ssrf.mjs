import * as product from "@agent-tools/network";
import { runSsrfCorpus } from "../packages/network/test/ssrf-corpus.mjs";
import { readCases } from "./measure.mjs";

/** How many cases of the corpus `data` are right under every policy that they name, through got and through fetch. */
export async function run({ data = new URL("../packages/network/test/corpus/ssrf.jsonl", import.meta.url) } = {}) {
  const cases = readCases(data);
  const rows = await runSsrfCorpus(cases, product);
  const wrong = rows.filter((row) => !row.isRight);
  const isWrong = new Set(wrong.map((row) => row.id));
  const table = {};
  for (const { id, category } of cases) {
    table[category] ??= { cases: 0, right: 0 };
    table[category].cases += 1;
    if (!isWrong.has(id)) table[category].right += 1;
  }
  console.table(table);
  for (const { id, policy, client, problem } of wrong) console.log(`${id} ${policy} ${client}: ${problem}`);
  return { bench: "ssrf", passed: cases.length - isWrong.size, total: cases.length, failed: [...isWrong] };
}

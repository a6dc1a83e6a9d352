// Every case of a corpus of calls: imported from its document, checked against the tool's schema, sent, and compared with
// what arrived. --data is the corpus' folder, or one that holds it as calls/.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openApiAdapter } from "@agent-tools/adapter-rest";
import { standaloneContext } from "@agent-tools/contract";
import { readCases, runCallCorpus } from "../packages/adapter-rest/test/call-corpus.mjs";
import { table } from "./measure.mjs";

const own = new URL("../packages/adapter-rest/test/corpus/", import.meta.url);

export async function run({ data } = {}) {
  const folder = data === undefined ? own : folderOf(data);
  const cases = readCases(readFileSync(new URL("cases.jsonl", folder), "utf8"));
  const rows = await runCallCorpus(cases, folder, { openApiAdapter, standaloneContext });
  const documents = [...new Set(cases.map(({ doc }) => doc))];
  const isOf = (doc) => (row) => row.id.startsWith(`${doc} `);
  table(
    documents.map((document) => ({
      document,
      cases: rows.filter(isOf(document)).length,
      right: rows.filter(isOf(document)).filter(({ problems }) => problems.length === 0).length,
    })),
  );
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  for (const { id, problems } of wrong) console.log(`${id}\n  ${problems.join("\n  ")}`);
  return {
    bench: "openapi-calls",
    passed: rows.length - wrong.length,
    total: rows.length,
    failed: wrong.map(({ id }) => id),
  };
}

function folderOf(data) {
  const inner = join(data, "calls");
  return pathToFileURL(`${existsSync(join(inner, "cases.jsonl")) ? inner : data}/`);
}

import { readFileSync } from "node:fs";
import * as product from "@agent-tools/adapter-cli";
import { runCliCorpus } from "../packages/adapter-cli/test/cli-args-corpus.mjs";
import { corpusResult, readCases } from "./measure.mjs";

const folder = new URL("../packages/adapter-cli/", import.meta.url);

/** How many cases of the corpus `data` are right: argument lists as built, and programs as they really run. */
export async function run({ data = new URL("test/corpus/cli-args.jsonl", folder) } = {}) {
  const specs = JSON.parse(readFileSync(new URL("test/corpus/cli-specs.json", folder), "utf8"));
  const readme = readFileSync(new URL("README.md", folder), "utf8");
  return corpusResult("cli-args", await runCliCorpus(readCases(data), { specs, product, readme }));
}

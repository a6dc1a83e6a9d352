import { readFileSync } from "node:fs";
import * as product from "@agent-tools/adapter-system";
import { runPathCorpus } from "../packages/adapter-system/test/path-corpus.mjs";
import { corpusResult, readCases } from "./measure.mjs";

const corpus = new URL("../packages/adapter-system/test/corpus/", import.meta.url);

/** How many cases of the corpus `data` are right: paths, links and races through `read_file`. */
export async function run({ data = new URL("path-traversal.jsonl", corpus) } = {}) {
  const tree = JSON.parse(readFileSync(new URL("path-tree.json", corpus), "utf8"));
  return corpusResult("path-traversal", await runPathCorpus(readCases(data), { tree, product }));
}

import * as http from "@agent-tools/mcp-http";
import { isForLater, runHttpCorpus } from "../packages/mcp-http/test/corpus/http-corpus.mjs";
import { readCases } from "./measure.mjs";

const corpus = new URL("../packages/mcp-http/test/corpus/http-transport.jsonl", import.meta.url);

/** Sends each request of the corpus, byte by byte, to a real server. Cases of OAuth access are counted apart. */
export async function run({ data = corpus } = {}) {
  const cases = readCases(data);
  const later = cases.filter(isForLater);
  const results = await runHttpCorpus(
    cases.filter((one) => !isForLater(one)),
    http,
  );
  const failed = results.filter(({ problem }) => problem);
  for (const { id, problem } of failed) console.log(`${id}  ${problem}`);
  console.log(`${results.length - failed.length} of ${results.length} right; ${later.length} wait for OAuth access`);
  return {
    bench: "http-transport",
    passed: results.length - failed.length,
    total: results.length,
    failed: failed.map(({ id }) => id),
    later: later.length,
  };
}

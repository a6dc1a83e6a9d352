import { readFileSync } from "node:fs";
import { standaloneContext } from "@agent-tools/contract";
import { expect, it } from "vitest";
import { openApiAdapter } from "../src/index.js";
import { readCases, runCallCorpus } from "./call-corpus.mjs";

const corpus = new URL("./corpus/", import.meta.url);

it("R43 R45 sends every case of the corpus as it has to be", { timeout: 60_000 }, async () => {
  const cases = readCases(readFileSync(new URL("cases.jsonl", corpus), "utf8"));
  const rows = await runCallCorpus(cases, corpus, { openApiAdapter, standaloneContext });
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter(({ problems }) => problems.length > 0)).toEqual([]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as http from "../src/index.js";
import { type HttpCase, isForLater, runHttpCorpus } from "./corpus/http-corpus.mjs";

const text = readFileSync(new URL("corpus/http-transport.jsonl", import.meta.url), "utf8");
const cases = text
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as HttpCase)
  .filter((one) => !isForLater(one));

test.each(cases)("$id: $why", async (one) => {
  expect(await runHttpCorpus([one], http)).toEqual([{ id: one.id, problem: undefined }]);
});

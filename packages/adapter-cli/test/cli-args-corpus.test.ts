import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as product from "../src/index.js";
import { type CliCase, runCliCorpus } from "./cli-args-corpus.mjs";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const cases = read("corpus/cli-args.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as CliCase);
const world = { specs: JSON.parse(read("corpus/cli-specs.json")), product, readme: read("../README.md") };

describe("the corpus of arguments that must stay arguments", () => {
  test.each([...new Set(cases.map(({ category }) => category))])("%s: every case", async (category) => {
    const rows = await runCliCorpus(
      cases.filter((item) => item.category === category),
      world,
    );
    expect(rows.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });
});

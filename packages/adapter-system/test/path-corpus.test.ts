import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as product from "../src/index.js";
import { type PathCase, runPathCorpus } from "./path-corpus.mjs";

const corpus = (name: string) => readFileSync(new URL(`corpus/${name}`, import.meta.url), "utf8");
const tree: unknown = JSON.parse(corpus("path-tree.json"));
const cases = corpus("path-traversal.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as PathCase);
const categories = [...new Set(cases.map(({ category }) => category))];

// mkfifo, hard links and names such as "back\slash.txt" are not there on Windows.
describe.skipIf(process.platform === "win32")("the corpus of paths that lead out of a folder", () => {
  test.each(categories)("%s: every case", async (category) => {
    const rows = await runPathCorpus(
      cases.filter((item) => item.category === category),
      { tree, product },
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });
});

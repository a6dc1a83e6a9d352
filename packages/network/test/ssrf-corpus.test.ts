import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as product from "../src/index.js";
import { runSsrfCorpus, type SsrfCase } from "./ssrf-corpus.mjs";

const lines = readFileSync(new URL("corpus/ssrf.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const cases = lines.map((line) => JSON.parse(line) as SsrfCase);
const categories = [...new Set(cases.map((item) => item.category))];

describe("the corpus of requests that reach where they should not", () => {
  test.each(categories)("%s: every case, under every policy, through got and through fetch (O64)", async (category) => {
    const rows = await runSsrfCorpus(
      cases.filter((item) => item.category === category),
      product,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.isRight)).toEqual([]);
  });
});

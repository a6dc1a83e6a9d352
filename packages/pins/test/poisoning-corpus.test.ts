import { describe, expect, test } from "vitest";
import * as product from "../src/index.js";
import { readCases, runPoisoningCorpus } from "./poisoning-corpus.mjs";

describe.each(["tool-poisoning.jsonl", "more-definitions.jsonl"])("the corpus %s", (file) => {
  const rows = runPoisoningCorpus(readCases(new URL(`corpus/${file}`, import.meta.url)), product);
  const ofKind = (kind: string, label: string) => rows.filter((row) => row.kind === kind && row.label === label);
  const wrong = (kind: string, label: string) => ofKind(kind, label).filter(({ isRight }) => !isRight);

  test("every poisoned definition is flagged", () => {
    expect(ofKind("definition", "poisoned").length).toBeGreaterThan(20);
    expect(wrong("definition", "poisoned")).toEqual([]);
  });

  test("no benign definition is", () => {
    expect(ofKind("definition", "benign").length).toBeGreaterThan(20);
    expect(wrong("definition", "benign")).toEqual([]);
  });

  test("what is found is called by its name", () => {
    expect(rows.filter(({ unnamed = [] }) => unnamed.length > 0)).toEqual([]);
  });

  test("every break of a pin is found, and none where nothing that counts has changed", () => {
    expect(rows.filter(({ kind, isRight }) => kind === "diff" && !isRight)).toEqual([]);
  });

  test("a change is as bad as it should be", () => {
    expect(rows.filter(({ severity, expected }) => severity !== expected)).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { englishAbbreviations, englishVocabulary } from "../src/english-vocabulary.js";
import { fieldLanguages, fieldTerms } from "../src/field-terms.js";
import { synonymKey, synonymsOf } from "../src/synonyms.js";

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line && !line.startsWith("#"));

describe("the English vocabulary", () => {
  test.each(linesOf(englishVocabulary))("%s", (line) => {
    const sides = line.split("<").map((side) => side.split(",").map((entry) => entry.trim()));
    expect(sides.length).toBeLessThanOrEqual(2);
    const entries = sides.flat();
    expect(entries.every((entry) => /^[a-z0-9&'. -]+$/.test(entry))).toBe(true);
    expect(entries.length).toBeGreaterThan(1);
  });

  test("no line is there twice", () => {
    const lines = linesOf(englishVocabulary);
    expect(lines.filter((line, position) => lines.indexOf(line) !== position)).toEqual([]);
  });

  test("abbreviations stand in order, each once", () => {
    const short = linesOf(englishAbbreviations).map((line) => /^(\w+) = [a-z ]+$/.exec(line)?.[1]);
    expect(short).toEqual([...new Set(short)].sort());
  });

  test("who asks for the special finds the general better than the other way round", () => {
    const weight = (from: string, to: string): number =>
      synonymsOf(synonymKey(from)).find((synonym) => synonym.terms.join(" ") === synonymKey(to))?.weight ?? 0;
    expect(weight("bitcoin", "cryptocurrency")).toBeGreaterThan(weight("cryptocurrency", "bitcoin"));
    expect(weight("cryptocurrency", "bitcoin")).toBeGreaterThan(0);
    expect(weight("pr", "pull request")).toBe(weight("pull request", "pr"));
  });
});

test("every row of the field terms has a column for each language", () => {
  for (const row of linesOf(fieldTerms)) {
    const columns = row.split("|").map((column) => column.trim());
    expect(columns, row).toHaveLength(fieldLanguages.length + 1);
    expect(columns.every(Boolean), row).toBe(true);
  }
});

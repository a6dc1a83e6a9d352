import { describe, expect, test } from "vitest";
import { englishStem } from "../src/english-stem.js";
import { textTerms } from "../src/text-terms.js";

describe("textTerms", () => {
  test.each([
    ["createIssueComment", ["creat", "issu", "comment"]],
    ["GET_/repos/{owner}-branches", ["get", "repo", "owner", "branch"]],
    ["parseHTTPResponse", ["pars", "http", "respons"]],
    ["two PDFs", ["two", "pdf"]],
    ["s3Bucket k8s mp3", ["s3", "bucket", "k8s", "mp3"]],
    ["utf8 sha256 base64", ["utf", "8", "sha", "256", "base", "64"]],
    ["Zürich naïve ĉ", ["zurich", "naiv"]],
    ["the of and", []],
    ["时区转换", ["时区", "区转", "转换"]],
    ["파일 검색", ["파일", "검색"]],
  ])("%s", (text, terms) => {
    expect(textTerms(text)).toEqual(terms);
  });
});

// Pairs that the algorithm's page itself gives, one or two for each step.
test.each(
  Object.entries({
    caresses: "caress",
    cries: "cri",
    ties: "tie",
    gaps: "gap",
    gas: "gas",
    luxuriating: "luxuri",
    hopping: "hop",
    hoping: "hope",
    agreed: "agre",
    cry: "cri",
    say: "say",
    generously: "generous",
    communication: "communic",
    relational: "relat",
    consolidate: "consolid",
    knightly: "knight",
    news: "news",
    dying: "die",
    herring: "herring",
    succeeding: "succeed",
    fulfil: "fulfil",
  }),
)("englishStem(%s) is %s", (word, stem) => {
  expect(englishStem(word)).toBe(stem);
});

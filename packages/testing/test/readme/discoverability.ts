import { deepStrictEqual } from "node:assert";
import { test } from "node:test";
import { discoverability, testRuntime } from "@agent-tools/testing";
import { wordAdapter } from "./word-adapter.js";

test("people's own words find the tool", async () => {
  await using words = await testRuntime({ name: "Words", prefix: "words", adapter: wordAdapter() });
  const found = await discoverability(words.runtime, [
    { query: "how many words are in this text", expect: ["words:count_words"] },
  ]);
  deepStrictEqual([found.recallAt1, found.missed, found.ambiguous, found.deadLinks], [1, [], [], []]);
});

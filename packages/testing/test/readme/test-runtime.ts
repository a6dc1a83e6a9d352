import { deepStrictEqual } from "node:assert";
import { test } from "node:test";
import { testRuntime } from "@agent-tools/testing";
import { wordAdapter } from "./word-adapter.js";

test("the skill counts every text", async () => {
  await using words = await testRuntime({
    name: "Words",
    prefix: "words",
    adapter: wordAdapter(),
    skills: {
      count_all: {
        meta: { uses: ["count_words"] },
        run: (adapter, { texts }) => Promise.all(texts.map((text: string) => adapter.call("count_words", { text }))),
      },
    },
  });
  deepStrictEqual(await words.runSkill("words", "count_all", { texts: ["one", "one two"] }), [
    { words: 1 },
    { words: 2 },
  ]);
  deepStrictEqual(
    words.events.map(({ target, status }) => [target, status]),
    [
      [{ plugin: "words", tool: "count_words" }, "done"],
      [{ plugin: "words", tool: "count_words" }, "done"],
      [{ plugin: "words", skill: "count_all" }, "done"],
    ],
  );
});

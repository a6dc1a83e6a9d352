import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adapterRules, durableStoreRules, storeRules } from "../src/index.js";

const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");

test.each([
  ["adapters", adapterRules],
  ["stores", storeRules],
  ["durable stores", durableStoreRules],
])("the README lists the rules for %s as they are", (_, rules) => {
  const rows = rules.map(({ id, sentence }) => `| \`${id}\` | ${sentence} |`);
  expect(readme).toContain(`| --- | --- |\n${rows.join("\n")}\n\n`);
});

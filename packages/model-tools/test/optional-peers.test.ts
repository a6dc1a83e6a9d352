import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "../src");
const peers = ["ai", "@openai/agents", "@langchain/core"];

/** The packages that a source file and all it imports import. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(join(src, file), "utf8");
  return [...text.matchAll(/ from "([^"]+)"/g)].flatMap(([, from = ""]) => {
    if (!from.startsWith(".")) return [from];
    return packagesOf(join(file, "..", from).replace(/\.js$/, ".ts"), seen);
  });
}

test.each([
  ["index.ts", []],
  ["providers.ts", []],
  ["ai-sdk.ts", ["ai"]],
  ["openai-agents.ts", ["@openai/agents"]],
  ["langchain.ts", ["@langchain/core"]],
])("%s imports of the optional peers %j", (file, expected) => {
  const used = packagesOf(file);
  expect(used.length).toBeGreaterThan(0);
  expect(peers.filter((peer) => used.some((name) => name === peer || name.startsWith(`${peer}/`)))).toEqual(expected);
});

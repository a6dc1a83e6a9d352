import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faults, markdownFiles, shownBlocks, sourceText } from "./docs/markdown.js";

const root = join(import.meta.dirname, "..");
const files = markdownFiles(root);

const blocks = shownBlocks(root);

test.each(files)("the blocks and links of %s are in order", (file) => {
  expect(faults(root, file)).toEqual([]);
});

test.each(blocks)("the block at $block is the code of $from", ({ folder, from, text }) => {
  expect(text).toBe(sourceText(folder, from));
});

describe("the check itself", () => {
  test("finds a block without a source, a source without a file, and a dead link", () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-tools-docs-"));
    const text =
      "```ts\n1;\n```\n\n<!-- from: test/gone.ts#a -->\n\n```ts\n2;\n```\n\n[more](./more.md#part) [out](https://example.com)\n";
    writeFileSync(join(folder, "README.md"), text);
    expect(faults(folder, "README.md")).toEqual([
      "README.md:1: a ts block needs a line <!-- from: FILE --> before it.",
      "README.md:7: there is no file test/gone.ts#a.",
      "README.md: links to ./more.md, which does not exist.",
    ]);
    rmSync(folder, { recursive: true });
  });

  test("reads a region without the indentation that its lines share", () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-tools-docs-"));
    writeFileSync(join(folder, "a.ts"), "{\n  // #region use\n  if (a) {\n    b();\n  }\n  // #endregion use\n}\n");
    expect(sourceText(folder, "a.ts#use")).toBe("if (a) {\n  b();\n}");
    expect(() => sourceText(folder, "a.ts#other")).toThrow(/no "\/\/ #region other"/);
    rmSync(folder, { recursive: true });
  });
});

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { codeBlocks, faults, markdownFiles, sourceText } from "./docs/markdown.js";

const root = join(import.meta.dirname, "..");
const files = markdownFiles(root);

const blocks = files.flatMap((file) =>
  codeBlocks(readFileSync(join(root, file), "utf8")).flatMap(({ from, text, line }) =>
    from === undefined ? [] : [{ block: `${file}:${line}`, folder: dirname(join(root, file)), from, text }],
  ),
);

// Other files that READMEs show, those of the examples, have tests of their own.
const programs = [...new Set(blocks.map(({ folder, from }) => join(folder, from.replace(/#.*$/, ""))))]
  .filter((path) => path.endsWith(".ts") && dirname(path).endsWith("/readme"))
  .map((path) => path.slice(root.length + 1));

test.each(files)("the blocks and links of %s are in order", (file) => {
  expect(faults(root, file)).toEqual([]);
});

test.each(blocks)("the block at $block is the code of $from", ({ folder, from, text }) => {
  expect(text).toBe(sourceText(folder, from));
});

test.each(programs)("%s runs", async (program) => {
  const args = ["--conditions=@agent-tools/source", "--import", "tsx", program];
  await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 60_000 });
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

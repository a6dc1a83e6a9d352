import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { ownFiles } from "../own-files.js";

/** A fenced block of a Markdown file. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** What the line `<!-- from: PATH#REGION -->` before the block says. */
  readonly from?: string;
  /** Where the block starts, from 1. */
  readonly line: number;
}

/** Every fenced block of a Markdown text. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const [, language] = /^```(\w*)/.exec(lines[index] ?? "") ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    if (end < 0) throw new Error(`The block that starts on line ${index + 1} has no end.`);
    const before = lines.slice(0, index).findLast((line) => line.trim() !== "") ?? "";
    const from = /^<!-- from: (\S+) -->$/.exec(before)?.[1];
    blocks.push({
      language,
      text: lines.slice(index + 1, end).join("\n"),
      ...(from === undefined ? {} : { from }),
      line: index + 1,
    });
    index = end;
  }
  return blocks;
}

/** The links of a Markdown text to other files of the repository, without their `#fragment`. */
export function fileLinks(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target.replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target));
}

/**
 * What a block must be equal to: the file that `from` names, relative to `folder`, or the lines of one of its regions without
 * the indentation that they share and the empty lines around them.
 */
export function sourceText(folder: string, from: string): string {
  const [path = "", region] = from.split("#");
  const text = readFileSync(join(folder, path), "utf8").trimEnd();
  if (region === undefined) return text;
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  const end = lines.findIndex((line, index) => index > start && line.trim().startsWith("// #endregion"));
  if (start < 0 || end < 0) throw new Error(`${path} has no "// #region ${region}" … "// #endregion".`);
  const inside = lines.slice(start + 1, end);
  const indents = inside.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  return inside
    .map((line) => line.slice(shared))
    .join("\n")
    .replace(/^\n+|\n+$/g, "");
}

/** The Markdown files that a reader of the repository meets, relative to `root`. */
export function markdownFiles(root: string): string[] {
  return ownFiles(root, [".changeset", "fixtures"])
    .filter((path) => path.endsWith(".md") && !["CHANGELOG.md", "api.md"].includes(basename(path)))
    .map((path) => relative(root, path));
}

/** What is wrong with a Markdown file's blocks and links, apart from their text. */
export function faults(root: string, file: string): string[] {
  const markdown = readFileSync(join(root, file), "utf8");
  const folder = dirname(join(root, file));
  const isReadme = file.endsWith("README.md");
  return [
    ...codeBlocks(markdown)
      .filter(({ language, from }) => isReadme && from === undefined && ["ts", "json"].includes(language))
      .map(({ line, language }) => `${file}:${line}: a ${language} block needs a line <!-- from: FILE --> before it.`),
    ...codeBlocks(markdown)
      .filter(({ from }) => from !== undefined && !existsSync(join(folder, from.replace(/#.*$/, ""))))
      .map(({ line, from }) => `${file}:${line}: there is no file ${from}.`),
    ...fileLinks(markdown)
      .filter((target) => !existsSync(join(folder, target)))
      .map((target) => `${file}: links to ${target}, which does not exist.`),
  ];
}

/** A block that shows a file, or a region of one. */
export interface ShownBlock {
  /** FILE:LINE of the Markdown. */
  readonly block: string;
  /** The absolute folder that `from` is relative to. */
  readonly folder: string;
  readonly from: string;
  readonly text: string;
}

/** Every block of the repository that shows a file. */
export function shownBlocks(root: string): ShownBlock[] {
  return markdownFiles(root).flatMap((file) =>
    codeBlocks(readFileSync(join(root, file), "utf8")).flatMap(({ from, text, line }) =>
      from === undefined ? [] : [{ block: `${file}:${line}`, folder: dirname(join(root, file)), from, text }],
    ),
  );
}

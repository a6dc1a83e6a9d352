import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standaloneContext } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { type KnowledgeCage, systemAdapter } from "../src/index.js";
import { passagesOf } from "../src/passages.js";

function knowledge(cage: Partial<KnowledgeCage> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "knowledge-"));
  for (const name of ["house", "work", "outside"]) mkdirSync(join(folder, name));
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const adapter = systemAdapter({
    tools: ["knowledge_search"],
    knowledgeSearch: { folders: { house: join(folder, "house"), work: join(folder, "work") }, ...cage },
  });
  const search = async (args: { query: string; folder?: string; limit?: number }) =>
    (await adapter.call("knowledge_search", args, standaloneContext())) as {
      hits: { folder: string; path: string; heading: string; line: number; text: string }[];
      files: number;
      isCut: boolean;
    };
  return { folder, put, search };
}

describe("knowledge_search (O66)", () => {
  test("finds the passage, and says where it stands", async () => {
    const { put, search } = knowledge();
    put("house/manuals/boiler.md", "# Boiler\n\nBought in 2019.\n\n## Pressure\n\nRefill water below 1 bar.\n");
    put("work/holidays.txt", "Carnival is a holiday.\n");
    const { hits, files } = await search({ query: "refill water pressure" });
    expect(files).toBe(2);
    expect(hits[0]).toEqual({
      folder: "house",
      path: "manuals/boiler.md",
      heading: "Pressure",
      line: 5,
      text: "## Pressure\n\nRefill water below 1 bar.",
    });
    expect((await search({ query: "refill water pressure", folder: "work" })).hits).toEqual([]);
  });

  test("sees what was changed, added and removed since", async () => {
    const { folder, put, search } = knowledge();
    put("house/a.md", "The cat is called Misha.");
    expect((await search({ query: "Misha" })).hits.length).toBe(1);
    put("house/a.md", "The cat is called Pushkin, a long name.");
    put("work/b.md", "Pushkin is also a poet.");
    expect((await search({ query: "Misha" })).hits).toEqual([]);
    expect((await search({ query: "Pushkin" })).hits.length).toBe(2);
    rmSync(join(folder, "work/b.md"));
    expect((await search({ query: "Pushkin" })).hits.length).toBe(1);
  });

  test("stays inside its folders, and reads text only", async () => {
    const { folder, put, search } = knowledge();
    put("outside/secret.md", "xylophone");
    symlinkSync(join(folder, "outside"), join(folder, "house/link"));
    symlinkSync(join(folder, "outside/secret.md"), join(folder, "house/secret.md"));
    put("house/.hidden/secret.md", "xylophone");
    put("house/code.js", "xylophone");
    put("house/large.md", `xylophone ${"x".repeat(2_000_000)}`);
    writeFileSync(join(folder, "house/bytes.md"), Buffer.from([0xff, 0xfe, 0x78]));
    expect((await search({ query: "xylophone" })).hits).toEqual([]);
  });

  test("the cap on files holds, and is told", async () => {
    const { put, search } = knowledge({ maxFiles: 3 });
    for (const name of ["a", "b", "c", "d"]) put(`house/${name}.md`, `letter ${name}`);
    await expect(search({ query: "letter" })).resolves.toMatchObject({ files: 3, isCut: true });
  });

  test("refuses an unknown folder and an empty query", async () => {
    const { search } = knowledge();
    await expect(search({ query: "x", folder: "attic" })).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(search({ query: " " })).rejects.toMatchObject({ code: "invalid_arguments" });
  });
});

describe("passages", () => {
  test("a heading begins one, unless it stands in a code block", () => {
    const text = "# A\none\n```\n# not a heading\n```\n# B\ntwo";
    expect(passagesOf(text).map(({ heading, line }) => [heading, line])).toEqual([
      ["A", 1],
      ["B", 6],
    ]);
  });

  test("a long section is parted at empty lines, and no passage is endless", () => {
    const paragraph = `${"word ".repeat(180).trim()}\n\n`;
    const passages = passagesOf(`# A\n${paragraph.repeat(4)}${"y".repeat(5_000)}`);
    expect(passages.length).toBeGreaterThan(3);
    for (const { heading, text } of passages) {
      expect(heading).toBe("A");
      expect(text.length).toBeLessThanOrEqual(2_000);
    }
  });
});

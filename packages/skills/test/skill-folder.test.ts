import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { loadSkillFolder } from "@agent-tools/skills";
import { describe, expect, test } from "vitest";
import { skillText, temporaryFolder } from "./temporary-folder.js";

async function skillOf(text: string | Uint8Array, folder = "invoices") {
  const root = await temporaryFolder({ [`${folder}/SKILL.md`]: text });
  return loadSkillFolder(join(root, folder));
}

describe("a SKILL.md", () => {
  test("gives its fields and its body", async () => {
    const fields = [
      "description: |",
      "  Reads invoices.",
      "  Use it for bills.",
      "license: MIT",
      "compatibility: Needs git",
      "metadata: { author: someone, version: 2 }",
      'allowed-tools: "books:read_*, hub:issues_list Bash(git diff:*)"',
    ].join("\n");
    const skill = await skillOf(skillText("invoices", "# Steps\n\n---\n\n1. Read.", fields));
    expect(skill).toMatchObject({
      name: "invoices",
      description: "Reads invoices.\nUse it for bills.",
      license: "MIT",
      compatibility: "Needs git",
      metadata: { author: "someone", version: "2" },
      allowedTools: ["books:read_*", "hub:issues_list", "Bash(git diff:*)"],
    });
    expect(await skill.body()).toBe("# Steps\n\n---\n\n1. Read.");
  });

  test("may have a byte order mark, Windows line ends and a list of tools", async () => {
    const text = skillText("invoices", "Go.", "description: x\nallowed-tools: [a, b:c]").replaceAll("\n", "\r\n");
    const skill = await skillOf(`\uFEFF${text}`);
    expect(skill.allowedTools).toEqual(["a", "b:c"]);
    expect(await skill.body()).toBe("Go.");
  });

  test.each([
    ["no front matter", "# Hello", /SKILL\.md has no front matter\. Begin it/],
    ["an open front matter", "---\nname: invoices\n", /has no front matter/],
    ["no YAML", "---\nname: [\n---\n", /front matter is not YAML/],
    ["an alias bomb", "---\na: &a [x]\nb: [*a, *a]\nname: invoices\n---\n", /front matter is not YAML/],
    ["a list", "---\n- name\n---\n", /must be a map/],
    ["no name", "---\ndescription: x\n---\n", /field "name" is missing/],
    ["a number as name", skillText("12"), /field "name" must be text/],
    ["capitals", skillText("Invoices"), /field "name" is "Invoices"\. Use lower-case/],
    ["two hyphens", skillText("in--voices"), /field "name" is "in--voices"/],
    ["a hyphen at the end", skillText("invoices-"), /field "name"/],
    ["another folder's name", skillText("bills"), /"bills", but the folder is called "invoices"/],
    ["a long name", skillText("a".repeat(65)), /field "name" has 65 characters\. Shorten it to 64/],
    ["no description", "---\nname: invoices\n---\n", /field "description" is missing/],
    ["an empty description", skillText("invoices", "", 'description: " "'), /field "description" is empty/],
    ["a long description", skillText("invoices", "", `description: ${"é".repeat(1025)}`), /has 1025 characters/],
    [
      "tools that are no texts",
      skillText("invoices", "", "description: x\nallowed-tools: [1]"),
      /"allowed-tools" must/,
    ],
    ["64 KiB and one byte", skillText("invoices", "x".repeat(64 * 1024)), /at most 65536 are read/],
    ["no UTF-8", new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]), /is not UTF-8/],
  ])("with %s is refused with file, field and what to do", async (_, text, message) => {
    await expect(skillOf(text)).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringMatching(message),
    });
  });

  test("1,024 characters of description are legal, whatever their bytes", async () => {
    const skill = await skillOf(skillText("invoices", "", `description: ${"😀".repeat(1024)}`));
    expect([...skill.description]).toHaveLength(1024);
  });
});

describe("its files", () => {
  const files = {
    "pdf/SKILL.md": skillText("pdf"),
    "pdf/reference/forms.md": "Forms",
    "pdf/scripts/fill.py": "print()",
    "pdf/.hidden": "x",
    "secret.txt": "secret",
    "pdf-2/notes.md": "another's",
  };

  test("are listed and read", async () => {
    const skill = await loadSkillFolder(join(await temporaryFolder(files), "pdf"));
    expect(await skill.files()).toEqual(["SKILL.md", "reference/forms.md", "scripts/fill.py"]);
    expect(new TextDecoder().decode(await skill.file("reference/forms.md"))).toBe("Forms");
    expect(new TextDecoder().decode(await skill.file("./scripts/../reference/forms.md"))).toBe("Forms");
  });

  test.each([
    "../secret.txt",
    "../pdf-2/notes.md",
    "reference/../../secret.txt",
    "/etc/passwd",
    "C:\\x",
    "",
    ".",
    "a\0b",
  ])("%j leads out of the folder and is denied", async (path) => {
    const skill = await loadSkillFolder(join(await temporaryFolder(files), "pdf"));
    await expect(skill.file(path)).rejects.toMatchObject({ code: "denied" });
  });

  test("a link that leads out is denied and not listed; the folder itself may be one", async () => {
    const root = await temporaryFolder(files);
    await symlink(join(root, "secret.txt"), join(root, "pdf/link.txt"));
    await symlink(root, join(root, "pdf/up"));
    await symlink(join(root, "pdf"), join(root, "linked"));
    for (const folder of ["pdf", "linked"]) {
      const skill = await loadSkillFolder(join(root, folder));
      await expect(skill.file("link.txt")).rejects.toMatchObject({ code: "denied" });
      await expect(skill.file("up/secret.txt")).rejects.toMatchObject({ code: "denied" });
      expect(await skill.files()).toEqual(["SKILL.md", "reference/forms.md", "scripts/fill.py"]);
    }
  });

  test("what is not there, is a folder or is larger than 1 MiB is refused", async () => {
    const root = await temporaryFolder({ ...files, "pdf/large.bin": new Uint8Array(1024 * 1024 + 1) });
    const skill = await loadSkillFolder(join(root, "pdf"));
    await expect(skill.file("gone.md")).rejects.toMatchObject({ code: "unknown_target" });
    await expect(skill.file("reference")).rejects.toMatchObject({ code: "unknown_target" });
    await expect(skill.file("large.bin")).rejects.toMatchObject({ code: "result_too_large" });
  });
});

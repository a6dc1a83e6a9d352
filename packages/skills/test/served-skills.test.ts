import type { JsonObject, ToolError } from "@agent-tools/contract";
import { findServedSkills, loadSkillFolder, skillEntry, skillPath } from "@agent-tools/skills";
import { describe, expect, test } from "vitest";
import { skillText, temporaryFolder } from "./temporary-folder.js";

/** A server's resources, by URI; what it answers may be changed while it runs. */
function server(files: Record<string, string>) {
  const read = async (uri: string): Promise<JsonObject> => ({ contents: [{ uri, text: files[uri] ?? null }] });
  const resources = Object.keys(files).map((uri) => ({ uri, name: uri }));
  return { files, resources, read };
}

async function found(source: Parameters<typeof findServedSkills>[0]) {
  const problems: string[] = [];
  const skills = await findServedSkills(source, (problem: ToolError) => problems.push(problem.message));
  return { skills, problems };
}

/** A published skill: its entry, and the server that has its files. */
async function published() {
  const root = await temporaryFolder({
    "report/SKILL.md": skillText("report", "Read forms/a b.md.", "description: Reports.\nallowed-tools: office:list_*"),
    "report/forms/a b.md": "# Form",
  });
  const entry = await skillEntry("report", await loadSkillFolder(`${root}/report`));
  const office = server({
    "skill://report/SKILL.md": skillText(
      "report",
      "Read forms/a b.md.",
      "description: Reports.\nallowed-tools: office:list_*",
    ),
    "skill://report/forms/a%20b.md": "# Form",
  });
  return { entry, office };
}

describe("a published skill", () => {
  test("says its front matter as it is, and size and digest of every file", async () => {
    const { entry } = await published();
    expect(entry).toEqual({
      uri: "skill://report/SKILL.md",
      frontmatter: { name: "report", description: "Reports.", "allowed-tools": "office:list_*" },
      resources: [
        { uri: "skill://report/SKILL.md", digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), size: 92 },
        {
          uri: "skill://report/forms/a%20b.md",
          digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          size: 6,
        },
      ],
    });
    expect(skillPath("skill://report/forms/a%20b.md")).toEqual({ name: "report", path: "forms/a b.md" });
    expect(skillPath("skill://report")).toBeUndefined();
    expect(skillPath("file:///report/SKILL.md")).toBeUndefined();
  });

  test("is found by its entry without being read, and every reading is checked by size and digest", async () => {
    const { entry, office } = await published();
    const { skills, problems } = await found({ ...office, entries: [entry as unknown as JsonObject], resources: [] });
    expect(problems).toEqual([]);
    const [report] = skills;
    expect(report).toMatchObject({ name: "report", description: "Reports.", allowedTools: ["office:list_*"] });
    expect(report?.files).toEqual(["SKILL.md", "forms/a b.md"]);
    expect(await report?.body(office.read)).toBe("Read forms/a b.md.");
    expect(new TextDecoder().decode(await report?.read("forms/a b.md", office.read))).toBe("# Form");

    office.files["skill://report/forms/a%20b.md"] = "# Farm";
    await expect(report?.read("forms/a b.md", office.read)).rejects.toThrow(/not the file that was published/);
    office.files["skill://report/forms/a%20b.md"] = "# Forms";
    await expect(report?.read("forms/a b.md", office.read)).rejects.toThrow(/has 7 bytes instead of the 6/);
  });

  test.each(["../secret.md", "/etc/passwd", "other.md", "skill://report/SKILL.md"])("has no file %s", async (path) => {
    const { entry, office } = await published();
    const { skills } = await found({ ...office, entries: [entry as unknown as JsonObject] });
    await expect(skills[0]?.read(path, office.read)).rejects.toMatchObject({ code: "denied" });
  });

  test("that lies about itself is not read", async () => {
    const { entry, office } = await published();
    const told = { ...entry, frontmatter: { ...entry.frontmatter, description: "Harmless." } };
    const { skills } = await found({ ...office, entries: [told as unknown as JsonObject] });
    await expect(skills[0]?.body(office.read)).rejects.toThrow(/something else about itself/);
  });
});

describe("skills as plain resources", () => {
  test("are found by their URIs and held to what they were when they were found", async () => {
    const text = skillText("audit", "Look at list.md.");
    const plain = server({
      "skill://team/audit/SKILL.md": text,
      "skill://team/audit/list.md": "1, 2",
      "skill://short": skillText("short"),
      "file:///skill.md": "no skill",
    });
    const { skills, problems } = await found({ ...plain, entries: [] });
    expect(problems).toEqual([]);
    expect(skills.map(({ name, files }) => [name, files])).toEqual([
      ["audit", ["SKILL.md", "list.md"]],
      ["short", ["SKILL.md"]],
    ]);
    expect(await skills[0]?.body(plain.read)).toBe("Look at list.md.");
    await skills[0]?.read("list.md", plain.read);
    plain.files["skill://team/audit/SKILL.md"] = text.replace("Look", "Take");
    plain.files["skill://team/audit/list.md"] = "1, 3";
    await expect(skills[0]?.body(plain.read)).rejects.toMatchObject({ code: "upstream_error" });
    await expect(skills[0]?.read("list.md", plain.read)).rejects.toMatchObject({ code: "upstream_error" });
  });

  test("that are malformed, too large or doubled are told and left out", async () => {
    const plain = server({
      "skill://broken/SKILL.md": "nothing",
      "skill://named/SKILL.md": skillText("otherwise"),
      "skill://large/SKILL.md": skillText("large", "x".repeat(70_000)),
      "skill://a/fine/SKILL.md": skillText("fine"),
      "skill://b/fine/SKILL.md": skillText("fine"),
    });
    const { skills, problems } = await found({ ...plain, entries: [] });
    expect(skills.map(({ name }) => name)).toEqual(["fine"]);
    expect(problems).toEqual([
      expect.stringContaining("no front matter"),
      expect.stringContaining('calls itself "otherwise"'),
      expect.stringContaining("at most 65536"),
      expect.stringContaining('second skill is called "fine"'),
    ]);
  });
});

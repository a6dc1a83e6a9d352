import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSkillFolders } from "@agent-tools/skills";
import { describe, expect, test } from "vitest";
import { skillText, temporaryFolder } from "./temporary-folder.js";

describe("loadSkillFolders", () => {
  test("a malformed skill, a second one of a name and a folder that is not there are told; the others live", async () => {
    const first = await temporaryFolder({
      "beta/SKILL.md": skillText("beta"),
      "alpha/SKILL.md": skillText("alpha"),
      "broken/SKILL.md": "nothing",
      "no-skill/README.md": "x",
      "file.txt": "x",
    });
    const second = await temporaryFolder({
      "alpha/SKILL.md": skillText("alpha"),
      "gamma/SKILL.md": skillText("gamma"),
    });
    const problems: string[] = [];
    const folders = [first, join(first, "gone"), second];
    const skills = await loadSkillFolders(folders, { onProblem: ({ message }) => problems.push(message) });
    expect(skills.list().map((skill) => skill.name)).toEqual(["alpha", "beta", "gamma"]);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain(join(first, "broken", "SKILL.md"));
    expect(problems[1]).toContain("cannot be read");
    expect(problems[2]).toContain(`already loaded from ${join(first, "alpha")}`);
  });

  test("a body is read when it is asked for (O52: where it cannot be, that fails)", async () => {
    const root = await temporaryFolder({ "alpha/SKILL.md": skillText("alpha", "One."), "alpha/more.md": "More" });
    const skills = await loadSkillFolders(root);
    expect(await skills.body("alpha")).toBe("One.");
    await writeFile(join(root, "alpha/SKILL.md"), skillText("alpha", "Two."));
    expect(await skills.body("alpha")).toBe("Two.");
    expect(new TextDecoder().decode(await skills.file("alpha", "more.md"))).toBe("More");
    await rm(join(root, "alpha/SKILL.md"));
    await expect(skills.body("alpha")).rejects.toMatchObject({ code: "invalid_configuration" });
    await expect(skills.body("omega")).rejects.toMatchObject({
      code: "unknown_target",
      message: expect.stringContaining("The skills are: alpha."),
    });
  });
});

import { skillsPrompt } from "@agent-tools/skills";
import { describe, expect, test } from "vitest";

function skillsOf(bodies: Readonly<Record<string, string>>) {
  return {
    list: () => Object.keys(bodies).map((name) => ({ name, description: `About\n ${name}.` })),
    body: async (name: string) => {
      const body = bodies[name];
      if (body === undefined || body === "unreadable") throw new Error("gone");
      return body;
    },
  };
}

describe("skillsPrompt (O53)", () => {
  test("offers every name and description, and the bodies", async () => {
    expect(await skillsPrompt(skillsOf({ one: "Do one.", two: "Do two." }))).toBe(
      "# Skills\n\n- one: About one.\n- two: About two.\n\n## Skill: one\n\nDo one.\n\n## Skill: two\n\nDo two.",
    );
  });

  test("bodies share 8,192 code points; those that do not fit are listed by name", async () => {
    const prompt = await skillsPrompt(
      skillsOf({ first: "😀".repeat(8_000), second: "x".repeat(193), third: "y".repeat(192) }),
    );
    expect(prompt).toContain("😀".repeat(8_000));
    expect(prompt).not.toContain("x".repeat(193));
    expect(prompt).toContain("y".repeat(192));
    expect(prompt).toContain("Load these with load_skill before you use them: second.");
    expect(prompt).toContain("- second: About second.");
  });

  test("the budget is the host's; with 0 no body is read", async () => {
    const skills = skillsOf({ one: "12345", two: "unreadable" });
    expect(await skillsPrompt(skills, { bodyBudget: 4 })).toContain("before you use them: one, two.");
    const unread = { ...skills, body: () => Promise.reject(new Error("must not be read")) };
    expect(await skillsPrompt(unread, { bodyBudget: 0 })).toContain("before you use them: one, two.");
  });

  test("is empty where there are no skills", async () => {
    expect(await skillsPrompt(skillsOf({}))).toBe("");
  });
});

import type { GovernedAdapter, SkillContext } from "@agent-tools/contract";
import { defineSkill } from "@agent-tools/skills";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";

const adapter = {} as GovernedAdapter;
const context = {} as SkillContext;

describe("defineSkill", () => {
  test("infers the arguments of TypeBox and keeps the meta", async () => {
    const skill = defineSkill({
      description: "Doubles",
      input: Type.Object({ count: Type.Number() }),
      uses: ["other:*"],
      related: [{ target: "other:halve", why: "the way back" }],
      run: (_, { count }) => count * 2,
    });
    expect(await skill.run(adapter, { count: 4 }, context)).toBe(8);
    expect(skill.meta).toMatchObject({
      description: "Doubles",
      uses: ["other:*"],
      related: [{ target: "other:halve" }],
      inputSchema: { type: "object", properties: { count: { type: "number" } } },
    });
  });

  test("runs on what a Standard Schema makes of the arguments, or refuses them", async () => {
    const input = {
      "~standard": {
        version: 1 as const,
        vendor: "own",
        validate: (value: unknown) =>
          typeof value === "object" && value !== null && "day" in value
            ? { value: { day: new Date(String(value.day)) } }
            : { issues: [{ message: "day is missing" }] },
        jsonSchema: { input: () => ({ type: "object", required: ["day"] }) },
      },
    };
    const skill = defineSkill({ input, run: (_, { day }) => day.getUTCFullYear() });
    expect(skill.meta?.inputSchema).toEqual({ type: "object", required: ["day"] });
    expect(await skill.run(adapter, { day: "2024-02-29" }, context)).toBe(2024);
    await expect(skill.run(adapter, {}, context)).rejects.toMatchObject({
      code: "invalid_arguments",
      message: expect.stringContaining("day is missing"),
    });
  });
});

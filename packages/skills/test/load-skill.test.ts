import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSkill } from "@agent-tools/skills";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skills-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function module(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

describe("loadSkill", () => {
  test("takes named exports and is named like its file", async () => {
    const file = await module(
      "find-files.mjs",
      `export const run = () => 7; export const meta = { description: "Finds" };`,
    );
    const { name, skill } = await loadSkill(file);
    expect(name).toBe("find-files");
    expect(skill.meta?.description).toBe("Finds");
    expect(await skill.run(undefined as never, {}, undefined as never)).toBe(7);
  });

  test("takes a default export and keeps its this", async () => {
    const file = await module("counted.mjs", "export default { start: 40, run() { return this.start + 2; } };");
    const { skill } = await loadSkill(file);
    expect(await skill.run(undefined as never, {}, undefined as never)).toBe(42);
    expect(skill.meta).toBeUndefined();
  });

  test.each([
    ["no-run.mjs", "export const meta = {};", /no-run\.mjs: field "run" is missing\. Export a function/],
    ["bad-run.mjs", "export const run = 5;", /bad-run\.mjs: field "run" is a number/],
    ["bad-uses.mjs", "export const run = () => 1; export const meta = { uses: 'x' };", /"meta\.uses" must be a list/],
    [
      "bad-related.mjs",
      "export const run = () => 1; export const meta = { related: [{}] };",
      /"meta\.related" must be/,
    ],
    ["bad-meta.mjs", "export const run = () => 1; export const meta = 3;", /"meta" must be an object/],
    ["broken.mjs", "export const = ;", /broken\.mjs cannot be loaded/],
  ])("%s is refused with file, field and what to do", async (name, text, message) => {
    const refusal = loadSkill(await module(name, text));
    await expect(refusal).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringMatching(message),
    });
  });
});

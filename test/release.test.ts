import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { scripts } = JSON.parse(read("package.json"));

describe("O11: the workflows", () => {
  test("check every push and pull request on Node 20 and 24", () => {
    const { on, jobs } = parse(read(".github/workflows/ci.yml"));
    expect(Object.keys(on)).toEqual(["push", "pull_request"]);
    expect(jobs.check.strategy.matrix.node).toEqual([20, 24]);
    expect(commandsOf(jobs.check)).toEqual(["npm test", "npm run check"]);
  });

  test("release by changesets with provenance", () => {
    const { release } = parse(read(".github/workflows/release.yml")).jobs;
    expect(release.permissions["id-token"]).toBe("write");
    const step = release.steps.find(({ uses = "" }) => uses.startsWith("changesets/action@"));
    expect(step.env.NPM_CONFIG_PROVENANCE).toBe("true");
    expect(commandsOf({ steps: [{ run: step.with.version }, { run: step.with.publish }] })).toHaveLength(2);
  });

  test("find every script that they run, and people find test:watch and test:coverage", () => {
    for (const file of readdirSync(join(root, ".github/workflows"))) {
      for (const [, name = ""] of read(`.github/workflows/${file}`).matchAll(/npm run ([\w:]+)/g)) {
        expect(Object.keys(scripts), file).toContain(name);
      }
    }
    expect(scripts).toMatchObject({
      "test:watch": expect.stringMatching(/vitest$/),
      "test:coverage": expect.stringMatching(/vitest run --coverage$/),
    });
  });
});

const changesets = readdirSync(join(root, ".changeset")).filter((file) => file.endsWith(".md"));

test.each(changesets)("the changeset %s names packages and says what changes for their users", (file) => {
  const [, header = "", text = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(`.changeset/${file}`)) ?? [];
  const bumps: Record<string, string> = parse(header) ?? {};
  expect(
    Object.keys(bumps).length,
    'It starts with "---", lines like "@agent-tools/contract": minor, and "---".',
  ).toBeGreaterThan(0);
  for (const [name, bump] of Object.entries(bumps)) {
    expect(["major", "minor", "patch"]).toContain(bump);
    expect(JSON.parse(read(`packages/${name.replace("@agent-tools/", "")}/package.json`)).name).toBe(name);
  }
  expect(text.trim()).not.toBe("");
});

function commandsOf({ steps }: { steps: readonly { run?: string }[] }): string[] {
  return steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
}

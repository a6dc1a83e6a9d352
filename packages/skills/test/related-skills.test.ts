import type { Skill } from "@agent-tools/contract";
import { relatedProblems } from "@agent-tools/skills";
import { expect, test } from "vitest";

const linking = (...targets: string[]): Skill => ({
  run: () => null,
  meta: { related: targets.map((target) => ({ target, why: "it follows" })) },
});

test("links across plugins are checked and dead ones are told with plugin, field and what to do", () => {
  const problems = relatedProblems([
    { prefix: "git", source: "/plugins/git", skills: { release: linking("hub:triage", "hub:gone", "none:x", "bare") } },
    { prefix: "hub", skills: { triage: linking("git:release") } },
  ]);
  expect(problems.map((problem) => problem.target)).toEqual(["hub:gone", "none:x", "bare"]);
  expect(problems[0]?.message).toBe(
    '/plugins/git, skill "release": field "meta.related[1].target" is "hub:gone", but plugin "hub" has no skill of that name. Its skills: triage. Correct the name, or remove the link.',
  );
  expect(problems[1]?.message).toContain('no plugin has the prefix "none"');
  expect(problems[2]?.message).toContain('"prefix:skill"');
});

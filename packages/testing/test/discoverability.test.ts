import { definePlugin, type Plugin } from "@agent-tools/contract";
import { createRuntime, type SkillSource } from "@agent-tools/runtime";
import { discoverability } from "@agent-tools/testing";
import { expect, test } from "vitest";

function plugin(prefix: string, tools: Readonly<Record<string, string>>, fields: Partial<Plugin> = {}): Plugin {
  const listed = Object.entries(tools).map(([name, description]) => ({ name, description }));
  return definePlugin({
    ...{ name: prefix, prefix, adapter: { listTools: () => ({ tools: listed }), call: () => "never called" } },
    ...fields,
  } as Plugin);
}

test("golden queries, names alike, dead links and the cost of an answer are told", async () => {
  const hub = plugin(
    "hub",
    { create_issue: "Creates an issue.", list_issues: "Lists the issues.", close_issue: "Closes an issue." },
    {
      skills: {
        triage: {
          meta: {
            description: "Sorts new issues.",
            uses: ["gone:*"],
            related: [{ target: "hub:nowhere", why: "the next step" }],
          },
          run: () => "",
        },
      },
    },
  );
  const desk = plugin("desk", { createIssue: "Opens a ticket at the desk.", open_drawer: "Opens a drawer." });
  const skills: SkillSource = {
    list: () => [{ name: "report", description: "Writes the weekly report.", allowedTools: ["hub:list_*", "mail:*"] }],
    body: () => "",
  };
  const runtime = await createRuntime({ plugins: [hub, desk], skills, log: () => {} });
  const found = await discoverability(runtime, [
    { query: "list all issues", expect: ["hub:list_issues"] },
    { query: "sort the new issues", expect: ["hub:triage"] },
    { query: "weekly report", expect: ["report"] },
    { query: "pull out a drawer", expect: ["desk:open_drawer", "desk:close_drawer"] },
  ]);
  expect(found).toMatchObject({ queries: 4, recallAt1: 0.875, recallAt5: 0.875, recallAt10: 0.875 });
  expect(found.missed).toEqual([
    { query: "pull out a drawer", missing: ["desk:close_drawer"], found: expect.arrayContaining(["desk:open_drawer"]) },
  ]);
  expect(found.ambiguous).toEqual([["hub:create_issue", "desk:createIssue"]]);
  expect(found.deadLinks).toEqual([
    expect.stringContaining("hub:nowhere"),
    expect.stringContaining('uses plugin "gone"'),
    'skill "report": allowed-tools has "mail:*", and no tool is called so.',
  ]);
  expect(found.meanTokens).toBeGreaterThan(50);
  expect(found.mostTokens).toBeLessThanOrEqual(600);
  await runtime.close();
});

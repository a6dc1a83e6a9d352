import type { Plugin } from "@agent-tools/contract";
import { type PolicyDocument, policy } from "@agent-tools/governance";
import { createRuntime, expose } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";
import { house, resident } from "./house.js";

const facts = "the house stands in Elm Street";
const home = (): Plugin => {
  const { adapter, ...plugin } = house();
  return { ...plugin, adapter: { ...adapter, discoverContext: () => ({ facts }) } } as Plugin;
};
const only = (targets: NonNullable<PolicyDocument["rules"][number]["targets"]>): PolicyDocument => ({
  rules: [{ targets, mode: "allow" }],
  withoutRules: "denied",
});
const session = { caller: resident() };

describe("what is denied is not announced", () => {
  test("neither are the facts of a plugin of which nothing is there for the caller", async () => {
    const governance = policy(only({ tool: "read_notes" }));
    const runtime = await createRuntime({ plugins: [home()], policy: governance });
    expect((await runtime.discover("", session.caller)).context).toEqual({ home: { facts } });
    governance.apply(only({ plugin: "garden" }));
    expect((await runtime.discover("", session.caller)).context).toBeUndefined();
    expect(JSON.stringify(await runtime.discover("house", session.caller))).not.toContain("Elm Street");
  });

  test.each(["compact", "per-plugin", "native", "gated"] as const)(
    "a skill is in no description of %s, and its runner is there only where there is a skill to run",
    async (name) => {
      const governance = policy(only({ plugin: "home" }));
      const exposure = expose(await createRuntime({ plugins: [house()], policy: governance }), name);
      const announced = async () => JSON.stringify(await exposure.listTools(session));
      expect(await announced()).toContain("evening");
      let told = 0;
      exposure.onToolsChanged(() => {
        told += 1;
      });
      governance.apply(only({ plugin: "home", tool: "*" }));
      expect(told).toBe(1);
      expect(await announced()).not.toMatch(/evening|run_skill/);
      const runner = name === "compact" ? "run_skill" : `agent_tools_${name === "per-plugin" ? "home_" : ""}run_skill`;
      await expect(exposure.callTool(runner, { plugin: "home", skill: "evening" }, session)).rejects.toMatchObject({
        code: "unknown_target",
      });
    },
  );

  test("neither is a skill to read whose server's resource is denied: not found, named, listed or loaded", async () => {
    const uri = "skill://baking/SKILL.md";
    const text = "---\nname: baking\ndescription: How to bake bread.\n---\nKnead it.";
    const { adapter, ...plugin } = house();
    const resources = {
      list: () => ({ items: [{ uri, name: "SKILL.md" }] }),
      read: () => ({ contents: [{ uri, text }] }),
    };
    const serving = { ...plugin, adapter: { ...adapter, resources } } as Plugin;
    const governance = policy(only({ plugin: "home" }));
    const runtime = await createRuntime({ plugins: [serving], policy: governance, log() {} });
    const { caller } = session;
    const everything = async () =>
      JSON.stringify([
        (await runtime.discover("bake bread", caller)).hits,
        await runtime.skills.list(caller),
        runtime.help(caller),
        await runtime.skills.load("home:bakin", caller).catch((error: Error) => error.message),
        await runtime.skills.load("home:baking", caller).catch(() => "not there"),
      ]);
    expect(await everything()).toMatch(/baking.*baking.*baking.*home:baking.*Knead/);
    governance.apply(only({ plugin: "home", tool: "*" }));
    expect(await everything()).not.toMatch(/baking|bread|Knead/);
  });

  test("descriptions stay the same bytes where nothing is denied", async () => {
    const governed = expose(await createRuntime({ plugins: [house()], policy: policy(only({})) }), "compact");
    const free = expose(await createRuntime({ plugins: [house()] }), "compact");
    expect(await governed.listTools(session)).toEqual(await free.listTools(session));
  });

  test("help counts what is there for the caller", async () => {
    const governance = policy(only({ tool: ["read_notes", "switch_light"] }));
    const runtime = await createRuntime({ plugins: [house()], policy: governance });
    await runtime.tools(session.caller);
    expect(runtime.help(session.caller).plugins).toMatchObject([{ plugin: "home", tools: 2, skills: [] }]);
  });

  test("a client of pass-through is told of a change of the policy", async () => {
    const governance = policy(only({ plugin: "home" }));
    const through = expose(await createRuntime({ plugins: [house()], policy: governance }), "pass-through");
    expect(await through.listTools(session)).toHaveLength(4);
    let told = 0;
    const stop = through.onToolsChanged(() => {
      told += 1;
    });
    governance.apply(only({ tool: "read_notes" }));
    stop();
    governance.apply(only({ tool: "read_notes" }));
    expect(told).toBe(1);
    expect((await through.listTools(session)).map(({ name }) => name)).toEqual(["read_notes"]);
  });
});

test("a rehearsal of a tool with an output schema invents no data, and is recorded as a rehearsal", async () => {
  const statuses: string[] = [];
  const reading: Plugin = {
    ...{ name: "Meter", prefix: "meter", requireConfirm: false },
    adapter: {
      listTools: () => ({ tools: [{ name: "set", outputSchema: { type: "object", required: ["value"] } }] }),
      call: () => {
        throw new Error("It ran.");
      },
    },
  };
  const runtime = await createRuntime({
    plugins: [reading],
    policy: policy({ rules: [{ mode: "shadow" }], withoutRules: "denied" }),
    observers: [{ record: ({ status }) => statuses.push(status) }],
  });
  for (let time = 0; time < 4; time += 1) {
    const outcome = await runtime.call({ target: { plugin: "meter", tool: "set" } }, session.caller);
    expect(outcome).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringMatching(/^Rehearsal/) }] },
    });
    expect(outcome).not.toHaveProperty("result.structuredContent");
  }
  expect(statuses).toEqual(["shadowed", "shadowed", "shadowed", "shadowed"]);
});

import { type Caller, type Effect, localCaller } from "@agent-tools/contract";
import { cedarPolicy } from "@agent-tools/governance/cedar";
import { createRuntime } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";
import { house, type Ran, resident } from "./house.js";

const policies = {
  reading: `permit(principal in Agent::"casa", action == Action::"use", resource in Plugin::"home") when { resource.effect == "read" };`,
  lights: `permit(principal in Role::"owner", action == Action::"use", resource == Tool::"switch_light");`,
  trying: `permit(principal, action == Action::"rehearse", resource == Tool::"switch_light");`,
  quiet: `forbid(principal, action, resource) when { principal.channel == "telegram" };`,
};
const subject = (tool: string, caller: Partial<Caller> = {}, effect: Effect = "read", fields: object = {}) => ({
  ...{ target: { plugin: "home", tool }, caller: resident(caller), effect },
  tool: { name: tool, ...fields },
});

describe("a policy in Cedar", () => {
  const { decide, explain } = cedarPolicy(policies);

  test("permits use, else rehearsal, else nothing, and names the policy", () => {
    expect(decide(subject("read_notes"))).toEqual({ mode: "allow", rule: "reading" });
    expect(decide(subject("switch_light", {}, "write"))).toEqual({ mode: "shadow", rule: "trying" });
    expect(decide(subject("switch_light", { roles: ["owner"] }, "write"))).toEqual({ mode: "allow", rule: "lights" });
    expect(decide(subject("burn_notes", {}, "destructive"))).toEqual({ mode: "deny" });
    expect(decide(subject("read_notes", { channel: "telegram" }))).toEqual({ mode: "deny", rule: "quiet" });
    expect(decide(subject("read_notes", { agent: "calle" }))).toEqual({ mode: "deny" });
    expect(explain(subject("read_notes"))).toEqual(['The Cedar policy "reading" says allow.']);
    expect(explain(subject("burn_notes", {}, "destructive"))).toEqual(["No Cedar policy permits it."]);
  });

  test("sees skills, resources and prompts, references, locality and annotations", () => {
    const seeing = cedarPolicy({
      skill: `permit(principal, action == Action::"use", resource == Skill::"evening") when { principal.references has customerId && principal.references.customerId == "c-17" };`,
      resource: `permit(principal, action == Action::"use", resource == Resource::"home://log") when { principal has locality && principal.locality == "local" };`,
      prompt: `permit(principal, action == Action::"use", resource is Prompt) when { resource.plugin == "home" };`,
      private: `permit(principal, action == Action::"rehearse", resource) when { resource.isSensitive };`,
      closed: `permit(principal, action == Action::"use", resource is Tool) when { resource.annotations has openWorldHint && !resource.annotations.openWorldHint };`,
    });
    const diary = { target: { plugin: "home", tool: "diary" }, caller: resident({ model: { locality: "local" } }) };
    expect(seeing.decide({ ...diary, effect: "read" }).mode).toBe("deny");
    expect(seeing.decide({ ...diary, effect: "read", tool: { name: "diary", ...secret } }).mode).toBe("shadow");
    const mode = (target: object, caller: Partial<Caller> = {}, tool?: object) =>
      seeing.decide({ target, caller: resident(caller), effect: "read", ...(tool && { tool }) } as never).mode;
    expect(mode({ plugin: "home", skill: "evening" }, { externalReferenceIds: { customerId: "c-17" } })).toBe("allow");
    expect(mode({ plugin: "home", skill: "evening" }, { externalReferenceIds: { customerId: "c-18" } })).toBe("deny");
    expect(mode({ plugin: "home", resource: "home://log" }, { model: { locality: "local" } })).toBe("allow");
    expect(mode({ plugin: "home", resource: "home://log" })).toBe("deny");
    expect(mode({ plugin: "home", prompt: "greet" })).toBe("allow");
    expect(mode({ plugin: "garden", prompt: "greet" })).toBe("deny");
    const tool = { plugin: "home", tool: "x" };
    expect(mode(tool, {}, { name: "x", annotations: { openWorldHint: false } })).toBe("allow");
    expect(mode(tool, {}, { name: "x", annotations: { openWorldHint: true } })).toBe("deny");
  });

  test("judges a resource by every spelling of its URI", () => {
    const open = cedarPolicy({
      open: `permit(principal, action == Action::"use", resource is Resource) when { resource.name like "home://open/*" };`,
      hidden: `forbid(principal, action, resource is Resource) when { resource.name like "home://open/private/*" };`,
    });
    const mode = (resource: string) =>
      open.decide({ target: { plugin: "home", resource }, caller: resident(), effect: "read" }).mode;
    expect(["home://open/a", "home://open/a%20b"].map(mode)).toEqual(["allow", "allow"]);
    const others = ["home://open/x/../private/a", "home://open/%70rivate/a", "home://open/../secret/a"];
    expect(others.map(mode)).toEqual(["deny", "deny", "deny"]);
  });

  test("restrictions come first: identity, sensitivity, the host's", () => {
    const everything = { all: "permit(principal, action, resource);" };
    const pin = {
      name: "pin",
      refuses: ({ target }: { target: object }) =>
        "tool" in target && target.tool === "pinned" ? "changed" : undefined,
    };
    const caged = cedarPolicy(everything, { restrictions: [pin], sensitive: [{ tool: "diary" }] });
    expect(caged.decide(subject("pinned"))).toEqual({ mode: "deny", rule: "pin" });
    expect(caged.explain(subject("pinned")).join()).toContain("changed");
    for (const secret of [subject("diary"), subject("x", {}, "read", { _meta: { "agent-tools/sensitive": true } })]) {
      expect(caged.decide(secret)).toEqual({ mode: "deny", rule: "sensitivity" });
      expect(caged.decide({ ...secret, caller: resident({ model: { locality: "local" } }) }).mode).toBe("allow");
    }
    expect(caged.decide({ ...subject("x"), caller: localCaller({ workspace: "" }) }).mode).toBe("deny");
  });

  test("one that cannot be evaluated denies: it may be the one that forbids", () => {
    const broken = cedarPolicy({
      all: "permit(principal, action, resource);",
      never: `forbid(principal, action, resource) when { principal.clearance < 3 };`,
    });
    expect(broken.decide(subject("read_notes"))).toEqual({ mode: "deny", rule: "never, failed" });
  });

  test("is replaced whole, and not at all where it does not parse", () => {
    const hot = cedarPolicy({ none: `forbid(principal, action, resource);` });
    let told = 0;
    const stop = hot.onChange(() => {
      told += 1;
    });
    expect(hot.decide(subject("read_notes")).mode).toBe("deny");
    hot.apply(policies);
    stop();
    expect(hot.decide(subject("read_notes")).mode).toBe("allow");
    expect(() => hot.apply({ bad: "permit(everyone);" })).toThrow(/Cedar: /);
    expect(() => cedarPolicy({ bad: "permit(" })).toThrow(/Cedar: /);
    expect(hot.decide(subject("read_notes")).mode).toBe("allow");
    expect(told).toBe(1);
  });

  test("tells when one of its restrictions has changed, and then decides by it", () => {
    let isShut = false;
    let change = () => {};
    const door = {
      name: "door",
      refuses: () => (isShut ? "the door is shut" : undefined),
      onChange(listener: () => void) {
        change = listener;
        return () => {
          change = () => {};
        };
      },
    };
    const guarded = cedarPolicy(policies, { restrictions: [door] });
    const modes: string[] = [];
    const stop = guarded.onChange(() => modes.push(guarded.decide(subject("read_notes")).mode));
    isShut = true;
    change();
    isShut = false;
    change();
    stop();
    change();
    expect(modes).toEqual(["deny", "allow"]);
  });
});

const secret = { _meta: { "agent-tools/sensitive": true } };

test("behind a runtime, as any policy", async () => {
  const ran: Ran[] = [];
  const runtime = await createRuntime({ plugins: [house(ran)], policy: cedarPolicy(policies) });
  expect((await runtime.tools(resident())).map(({ tool }) => tool.name)).toEqual([
    "read_notes",
    "switch_light",
    "broken",
  ]);
  const light = { target: { plugin: "home", tool: "switch_light" }, confirm: true };
  await runtime.call(light, resident());
  expect(ran).toEqual([]);
  await runtime.call(light, resident({ roles: ["owner"] }));
  expect(ran).toHaveLength(1);
});

import { ToolError } from "@agent-tools/contract";
import { testRuntime } from "@agent-tools/testing";
import { describe, expect, test } from "vitest";
import { mcpProxyAdapter } from "../src/index.js";
import { fixture } from "./servers.js";

/** A runtime over a server that publishes a skill, of any line of its protocol. */
async function hub(how: "extension" | "resources") {
  const { runtime, caller, call, close } = await testRuntime({
    ...{ name: "Hub", prefix: "hub", requireConfirm: false },
    createAdapter: (host) => mcpProxyAdapter(fixture("skills-server.mjs", how), host),
  });
  return { runtime, caller, call, [Symbol.asyncDispose]: close };
}

describe.each(["extension", "resources"] as const)("a server that publishes skills as %s", (how) => {
  test("has them found and read like the host's own, and its word is no grant for others' tools", async () => {
    await using served = await hub(how);
    const { runtime, caller } = served;
    const found = async () => (await runtime.discover("sort new issues", caller)).hits[0];
    await expect.poll(found, { timeout: 20_000 }).toEqual({
      kind: "instructions",
      plugin: "hub",
      name: "hub:triage",
      description: "Sorts the new issues.",
    });
    expect(await runtime.skills.list(caller)).toMatchObject([{ name: "hub:triage", allowedTools: ["hub:change"] }]);
    expect(await runtime.skills.load("hub:triage", caller)).toMatchObject({
      body: "Read labels.md first.",
      files: ["labels.md"],
    });
    const labels = await runtime.skills.file("hub:triage", "labels.md", caller);
    expect(new TextDecoder().decode(labels)).toBe("bug, question\n");
    await expect(runtime.skills.file("hub:triage", "../other/SKILL.md", caller)).rejects.toMatchObject({
      code: "denied",
    });
  });
});

test("a file that is not what was published is refused, and the skill is looked for again", async () => {
  await using served = await hub("resources");
  const { runtime, caller, call } = served;
  const labels = async () => new TextDecoder().decode(await runtime.skills.file("hub:triage", "labels.md", caller));
  expect(await labels()).toBe("bug, question\n");
  await call("hub", "change");
  const refused = await labels().catch((error: unknown) => error);
  expect(ToolError.is(refused) && refused.code).toBe("upstream_error");
  expect(String(refused)).toContain("instead of the 14 that were published");
  expect(await labels()).toBe("bug, answer\n");
});

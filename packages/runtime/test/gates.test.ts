import { localCaller, type ToolResult } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { expose, type SkillSource } from "../src/index.js";
import { me, office, recorded, textOf } from "./office.js";

function source(bodies: Record<string, string | undefined>): SkillSource {
  return {
    list: () =>
      Object.keys(bodies).map((name) => ({
        name,
        description: `About ${name}.`,
        allowedTools: [`office:${name}_*`, "list_notes"],
      })),
    body(name) {
      const body = bodies[name];
      if (body === undefined) throw new Error(`${name}/SKILL.md cannot be read`);
      return body;
    },
  };
}

async function opened(bodies: Record<string, string | undefined>) {
  const { plugin, notes } = office({ requireConfirm: false });
  const { runtime, events } = await recorded({ plugins: [plugin], skills: source(bodies) });
  const gated = expose(runtime, "gated");
  const call = async (name: string, args: object = {}, caller = me) =>
    (await gated.callTool(name, args, { caller })) as ToolResult;
  return { runtime, events, notes, gated, call };
}

describe("the gated exposure", () => {
  test("O52 a gated tool says which skill to load; load_skill gives the body and opens the tool in one step", async () => {
    const { call, events } = await opened({ shred: "Shred with care." });
    const refused = await call("office__shred_notes");
    expect(textOf(refused)).toMatch(/^skill_required: .*"shred"[\s\S]*load_skill/);
    expect(events.at(-1)).toMatchObject({ status: "refused", code: "skill_required" });
    expect(textOf(await call("load_skill", { skill: "shred" }))).toBe("Shred with care.");
    expect(await call("office__shred_notes")).toMatchObject({ structuredContent: 0 });
    expect(await call("office__add_note", { text: "never gated" })).toMatchObject({ structuredContent: 1 });
  });

  test("O52 where the body cannot be read, nothing is opened", async () => {
    const { call } = await opened({ shred: undefined });
    expect(textOf(await call("load_skill", { skill: "shred" }))).toContain("SKILL.md cannot be read");
    expect(textOf(await call("office__shred_notes"))).toMatch(/^skill_required/);
    expect(textOf(await call("load_skill", { skill: "shed" }))).toContain('Did you mean "shred"');
  });

  test("a gate opens for one conversation, and the list never changes", async () => {
    const { call, gated, runtime } = await opened({ shred: "Read me." });
    const before = JSON.stringify(await gated.listTools({ caller: me }));
    await call("load_skill", { skill: "shred" });
    expect(JSON.stringify(await gated.listTools({ caller: me }))).toBe(before);
    const other = localCaller({ conversation: "another" });
    expect(textOf(await call("office__shred_notes", {}, other))).toMatch(/^skill_required/);
    expect((await runtime.discover("shred every note", other)).hits[0]?.name).toBe("shred_notes");
  });

  test("one of several skills is enough, and the other exposures have no gates", async () => {
    const { call, runtime } = await opened({ a: "A", b: "B" });
    expect(textOf(await call("office__list_notes"))).toMatch(/"a" or "b"/);
    await call("load_skill", { skill: "b" });
    expect(textOf(await call("office__list_notes"))).toBe("[]");
    const native = expose(runtime, "native");
    expect(
      await native.callTool("office__list_notes", {}, { caller: localCaller({ conversation: "x" }) }),
    ).toMatchObject({ structuredContent: [] });
  });
});

describe("exposure: auto", () => {
  test("a client that is known to search tools is shown the real ones, within its own limit on names, and others a facade", async () => {
    const { plugin } = office();
    const long = {
      ...plugin,
      prefix: "long",
      adapter: { listTools: () => ({ tools: [{ name: "a".repeat(60) }] }), call: () => "ran" },
    };
    const { runtime } = await recorded({ plugins: [plugin, long as never] });
    const auto = expose(runtime);
    const names = async (name?: string) =>
      (await auto.listTools({ caller: me, ...(name === undefined ? {} : { client: { name } }) })).map(
        (tool) => tool.name,
      );
    expect(await names()).toContain("agent_tools_office_discover");
    expect(await names("somebody")).toContain("agent_tools_office_discover");
    const codex = await names("codex-mcp-client");
    expect(codex).toContain("office__list_notes");
    for (const name of codex) expect(name.length + "mcp__".length + 16 + "__".length).toBeLessThanOrEqual(64);
  });

  test.each([
    ["claude-code", true, "mcp__server-of-16-ch__", 64],
    ["Visual Studio Code", false, "mcp_server-of-16-ch_", 64],
    ["cursor-vscode", false, "server-of-16-ch_", 60],
    ["gemini-cli-mcp-client", false, "server-of-16-ch__", 63],
  ])("%s is shown what fits it, under names that it does not have to cut", async (name, isNative, prefix, longest) => {
    const tools = [{ name: "a".repeat(60) }, { name: `${"a".repeat(59)}b` }];
    const plugin = { name: "Long", prefix: "long", adapter: { listTools: () => ({ tools }), call: () => "ran" } };
    const { runtime } = await recorded({ plugins: [plugin] });
    const session = { caller: me, client: { name } };
    const listed = (await expose(runtime).listTools(session)).map((tool) => tool.name);
    expect(listed.includes("agent_tools_long_discover")).toBe(!isNative);
    const real = (await expose(runtime, "native").listTools(session)).map((tool) => tool.name);
    expect(new Set(real).size).toBe(real.length);
    for (const each of real) expect(`${prefix}${each}`.length).toBeLessThanOrEqual(longest);
  });

  test("a client with a gate of its own is trusted with it, and only that client", async () => {
    const { plugin, notes } = office();
    const { runtime } = await recorded({ plugins: [plugin], approvalWaitMs: 0 });
    const auto = expose(runtime);
    const call = (name: string) => auto.callTool("office__add_note", { text: name }, { caller: me, client: { name } });
    expect(await call("codex-mcp-client")).toMatchObject({ structuredContent: 1 });
    expect(await call("eve")).toMatchObject({
      isError: true,
      _meta: { "agent-tools/error": { code: "approval_required" } },
    });
    expect(notes).toEqual(["codex-mcp-client"]);
  });

  test("the list in common form leaves validation to the whole schema", async () => {
    const schema = {
      type: "object",
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      properties: { a: { type: "string" }, b: { type: "string" } },
    };
    const plugin = {
      name: "R07",
      prefix: "r",
      requireConfirm: false,
      adapter: { listTools: () => ({ tools: [{ name: "either", inputSchema: schema }] }), call: () => "ran" },
    };
    const { runtime } = await recorded({ plugins: [plugin] });
    const native = expose(runtime, "native");
    const [listed] = (await native.listTools({ caller: me })).filter(({ name }) => name === "r__either");
    expect(listed?.inputSchema).not.toHaveProperty("anyOf");
    expect(await native.callTool("r__either", {}, { caller: me })).toMatchObject({ isError: true });
    expect(await native.callTool("r__either", { a: "x" }, { caller: me, client: { name: "codex" } })).toMatchObject({
      content: [{ text: "ran" }],
    });
  });
});

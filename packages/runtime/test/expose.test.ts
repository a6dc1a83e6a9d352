import { definePlugin, type Plugin } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import {
  createRuntime,
  type Exposure,
  type ExposureName,
  expose,
  knownClients,
  type Runtime,
  type Session,
} from "../src/index.js";
import { me, office, recorded, textOf } from "./office.js";

const session: Session = { caller: me };
const skill = { run: () => "ran" };

async function opened(how: ExposureName, more: Partial<Plugin> = {}, others: readonly Plugin[] = []) {
  const { plugin, notes } = office({
    skills: { tidy: skill, "with-meta": { ...skill, meta: { description: "Counts notes.", args: "none" } } },
    ...more,
  });
  const { runtime, events } = await recorded({ plugins: [plugin, ...others] });
  const exposure = expose(runtime, how);
  const call = async (name: string, args: unknown) => {
    const answer = await exposure.callTool(name, args, session);
    if ("status" in answer) throw new Error("pending");
    return answer;
  };
  return { runtime, exposure, events, notes, call };
}

const big = (prefix: string, count: number): Plugin =>
  definePlugin({
    name: prefix,
    prefix,
    description: `Things of ${prefix}.`,
    skills: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`skill-number-${index}`, skill])),
    adapter: {
      listTools: () => ({
        tools: Array.from({ length: count }, (_, index) => ({
          name: `tool_${index}`,
          description: "Does one thing.",
          inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        })),
      }),
      call: (name: string) => name,
    },
  });

const tokens = async (exposure: Exposure) => JSON.stringify(await exposure.listTools(session)).length / 4;

describe("the per-plugin exposure", () => {
  test("O02 lists discover, call and run_skill with their arguments, and help once", async () => {
    const { exposure } = await opened("per-plugin", {}, [{ ...office().plugin, prefix: "desk", name: "Desk" }]);
    const tools = await exposure.listTools(session);
    expect(tools.map(({ name }) => name)).toEqual([
      "agent_tools_office_discover",
      "agent_tools_office_call",
      "agent_tools_office_run_skill",
      "agent_tools_desk_discover",
      "agent_tools_desk_call",
      "agent_tools_read",
      "agent_tools_help",
    ]);
    const properties = (index: number) =>
      Object.keys((tools[index] as unknown as { inputSchema: { properties: object } }).inputSchema.properties);
    expect(properties(0)).toContain("query");
    expect(properties(1)).toEqual(["toolName", "arguments", "confirm", "select"]);
    expect(properties(2)).toEqual(expect.arrayContaining(["skill", "arguments"]));
  });

  test("O01 run_skill's description always lists every skill by name, and one without meta runs", async () => {
    const { exposure, call } = await opened("per-plugin", { requireConfirm: false });
    const description = (await exposure.listTools(session))[2]?.description;
    expect(description).toContain("tidy, with-meta");
    expect(textOf(await call("agent_tools_office_run_skill", { skill: "tidy", arguments: {} }))).toBe("ran");
  });

  test("O03 discoverHint is in discover's description and discoverContext in its answer", async () => {
    const base = office().plugin.adapter as NonNullable<Plugin["adapter"]>;
    const adapter = { ...base, discoverContext: () => ({ project: "p-1" }) };
    const { exposure, call } = await opened("per-plugin", {
      discoverHint: "Notes are plain text.",
      adapter,
    } as Partial<Plugin>);
    expect((await exposure.listTools(session))[0]?.description).toMatch(/Notes are plain text\.$/);
    expect(JSON.parse(textOf(await call("agent_tools_office_discover", {}))).context).toEqual({ project: "p-1" });
  });

  test("O04 with requireConfirm: false the confirm field stays in the schema, without effect", async () => {
    const { exposure, notes, call } = await opened("per-plugin", { requireConfirm: false });
    expect((await exposure.listTools(session))[1]?.inputSchema).toMatchObject({
      properties: { confirm: { type: "boolean" } },
    });
    for (const confirm of [true, false, undefined]) {
      await call("agent_tools_office_call", { toolName: "add_note", arguments: { text: "x" }, confirm });
    }
    expect(notes).toHaveLength(3);
  });

  test("O05 each discover says that another plugin may cover the domain and names it, or agent_tools_help", async () => {
    const twin = { ...office().plugin, prefix: "desk", domain: "notes" };
    const alone = await opened("per-plugin");
    expect((await alone.exposure.listTools(session))[0]?.description).toMatch(
      /domain may be covered by another plugin \(see agent_tools_help\)/,
    );
    const both = await opened("per-plugin", { domain: "notes" }, [twin]);
    expect((await both.exposure.listTools(session))[0]?.description).toMatch(/domain may be covered by plugin desk/);
    const help = JSON.parse(textOf(await both.call("agent_tools_help", {})));
    expect(help.plugins.map(({ plugin, alternatives }: never) => [plugin, alternatives])).toEqual([
      ["office", ["desk"]],
      ["desk", ["office"]],
    ]);
  });

  test("discover, a refused change, and the same call confirmed", async () => {
    const { call, notes } = await opened("per-plugin");
    const found = JSON.parse(textOf(await call("agent_tools_office_discover", { query: "add a note" })));
    expect(found.hits[0]).toMatchObject({ kind: "tool", name: "add_note", effect: "write" });
    expect(found.next).toMatchObject({
      tool: "agent_tools_office_call",
      arguments: { toolName: "add_note", confirm: true },
    });
    const refused = await call("agent_tools_office_call", { toolName: "add_note", arguments: { text: "a" } });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/^confirmation_required: .*\nWhat to do: .*confirm: true/);
    await call("agent_tools_office_call", { toolName: "add_note", arguments: { text: "a" }, confirm: true });
    expect(notes).toEqual(["a"]);
  });

  test("costs at most 450 tokens a plugin with 8 skills, and 400 for the rest", async () => {
    const plugins = ["github", "calendar", "warehouse"].map((prefix) => big(prefix, 300));
    const exposure = expose(await createRuntime({ plugins }), "per-plugin");
    expect(await tokens(exposure)).toBeLessThanOrEqual(3 * 450 + 400);
  });

  test("an unknown tool name is a protocol error that names the nearest", async () => {
    const { exposure } = await opened("per-plugin");
    await expect(exposure.callTool("agent_tools_office_cal", {}, session)).rejects.toMatchObject({
      code: "unknown_target",
      message: expect.stringContaining("agent_tools_office_call"),
    });
  });

  test("whatever a model wrote, and whatever an upstream says, a failure is short", async () => {
    const long = "x".repeat(100_000);
    const adapter = {
      listTools: () => ({ tools: [{ name: "fail" }] }),
      call: () => {
        throw new Error(`It began with ${long} and ended so.`);
      },
    };
    const others = [definePlugin({ name: "Bad", prefix: "bad", requireConfirm: false, adapter })];
    const { exposure, call } = await opened("per-plugin", {}, others);
    for (const input of [
      { toolName: long },
      { toolName: "add_note", [long]: 1 },
      { toolName: "add_note", tool: long },
    ]) {
      const failed = await call("agent_tools_office_call", input);
      expect(JSON.stringify(failed).length).toBeLessThan(20_000);
      expect(failed.isError).toBe(true);
    }
    const said = textOf(await call("agent_tools_bad_call", { toolName: "fail" }));
    expect(said.length).toBeLessThan(9_000);
    expect(said).toMatch(/It began with x.*shortened: 100\d+ characters.*and ended so\./);
    await expect(exposure.callTool(long, {}, session)).rejects.toThrow(/^.{1,500}$/);
  });
});

describe("the compact exposure", () => {
  test("O02 has one set of tools, whose calls name the plugin", async () => {
    const { exposure, call } = await opened("compact", { requireConfirm: false });
    const tools = await exposure.listTools(session);
    expect(tools.map(({ name }) => name)).toEqual(["discover", "call", "run_skill", "read", "help"]);
    for (const tool of tools.slice(1, 3)) {
      expect((tool.inputSchema as { required: string[] }).required).toContain("plugin");
    }
    const found = JSON.parse(textOf(await call("discover", { query: "list notes" })));
    expect(found.hits[0]).toMatchObject({ plugin: "office", name: "list_notes" });
    await call("call", { plugin: "office", toolName: "add_note", arguments: { text: "a" } });
    expect(textOf(await call("call", { plugin: "office", toolName: "list_notes" }))).toBe('["a"]');
    expect(textOf(await call("run_skill", { plugin: "office", skill: "tidy" }))).toBe("ran");
  });

  test("O02 run_skill is listed only where there are skills", async () => {
    const exposure = expose(await createRuntime({ plugins: [office().plugin] }), "compact");
    expect((await exposure.listTools(session)).map(({ name }) => name)).toEqual(["discover", "call", "read", "help"]);
  });

  test("costs at most 1,500 tokens whatever is behind it, with its instructions", async () => {
    for (const count of [1, 10, 100]) {
      const plugins = Array.from({ length: count }, (_, index) => big(`service-${index}`, 10));
      const exposure = expose(await createRuntime({ plugins }), "compact");
      expect((await tokens(exposure)) + (await exposure.instructions(session)).length / 4).toBeLessThanOrEqual(1_500);
    }
  });

  test("what is listed stays the same bytes while nothing is reconfigured", async () => {
    const { exposure, runtime } = await opened("compact");
    const before = JSON.stringify([await exposure.listTools(session), await exposure.instructions(session)]);
    await runtime.discover("notes", me);
    expect(JSON.stringify([await exposure.listTools(session), await exposure.instructions(session)])).toBe(before);
  });
});

describe("the native exposure", () => {
  test("lists every tool under a legal, unique name and calls it", async () => {
    const long = "a".repeat(80);
    const odd = big("odd", 0);
    const tools = ["fine", "has.dot", "has-dot", `${long}1`, `${long}2`].map((name) => ({ name }));
    const plugin = { ...odd, adapter: { listTools: () => ({ tools }), call: (name: string) => name } } as Plugin;
    const { exposure, call } = await opened("native", { requireConfirm: false }, [
      { ...plugin, requireConfirm: false } as Plugin,
    ]);
    const names = (await exposure.listTools(session))
      .map(({ name }) => name)
      .filter((name) => name.startsWith("odd__"));
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(await Promise.all(names.map(async (name) => textOf(await call(name, {}))))).toEqual(
      tools.map(({ name }) => name),
    );
  });

  test("a failure of a tool with an output schema arrives in its own words, as no schema would have it", async () => {
    const outputSchema = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
    const failure = { content: [{ type: "text", text: "The ledger is closed until Monday." }], isError: true };
    const adapter = { listTools: () => ({ tools: [{ name: "sum", outputSchema }] }), call: () => failure };
    const plugins = [definePlugin({ name: "Ledger", prefix: "ledger", readonlyTools: ["sum"], adapter })];
    const exposure = expose(await createRuntime({ plugins }), "native");
    expect(await exposure.callTool("ledger__sum", {}, session)).toMatchObject(failure);
  });

  test("annotations say how the runtime itself treats each tool", async () => {
    const { exposure } = await opened("native");
    const hints = Object.fromEntries(
      (await exposure.listTools(session)).map(({ name, annotations }) => [name, annotations]),
    );
    expect(hints["office__list_notes"]).toMatchObject({ readOnlyHint: true });
    expect(hints["office__shred_notes"]).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });
});

describe("the instructions", () => {
  const all: ExposureName[] = ["auto", "per-plugin", "compact", "native", "gated"];
  const seeker = { caller: me, client: { name: "codex-mcp-client" } };

  test("speak of tools that are listed, and of no others, whatever the exposure", async () => {
    const { plugin } = office();
    const skills = {
      list: () => [{ name: "filing", description: "How to file.", allowedTools: [] }],
      body: () => "Alphabetically.",
    };
    const runtime = await createRuntime({ plugins: [plugin], skills });
    const named: Record<string, unknown> = {};
    for (const how of all) {
      for (const asking of [session, seeker]) {
        const exposure = expose(runtime, how);
        const text = (await exposure.instructions(asking))
          .replaceAll("<plugin>", "office")
          .replace("<tool>", "add_note");
        expect(text).toMatch(/^Tools of office \(Notes of the office\)\. /);
        const words = new Set(text.match(/\b(?:[a-z]+(?:__?[a-z]+)+|discover|call(?=\.))/g));
        const listed = (await exposure.listTools(asking)).map(({ name }) => name);
        expect(listed).toEqual(expect.arrayContaining([...words]));
        named[`${how} ${asking.client?.name ?? ""}`] = [...words];
      }
    }
    expect(named["auto codex-mcp-client"]).toEqual(["office__add_note"]);
  });
});

describe("the table of clients", () => {
  const asking = (name: string): Session => ({ caller: me, client: { name } });

  test("what reaches a client's model of the instructions is a whole inventory", async () => {
    const plugins = Array.from({ length: 30 }, (_, index) => big(`plugin-number-${index}`, 1));
    const exposure = expose(await createRuntime({ plugins }), "auto");
    const [pi, codex] = [await exposure.instructions(asking("pi")), await exposure.instructions(asking("codex"))];
    expect(pi.slice(0, 250)).toMatch(/^Tools of plugin-number-0 \(.*and \d+ more\. /);
    expect(codex.length).toBeGreaterThan(pi.length + 300);
  });

  test("tools are listed in the form that its models' providers take, and called under their own names", async () => {
    const inputSchema = {
      type: "object",
      properties: { $top: { type: "integer", exclusiveMinimum: 0 } },
      required: ["$top"],
    };
    const adapter = {
      listTools: () => ({ tools: [{ name: "list", inputSchema }] }),
      call: (_: string, args: unknown) => args,
    };
    const plugins = [definePlugin({ name: "Shop", prefix: "shop", readonlyTools: ["list"], adapter })];
    const exposure = expose(await createRuntime({ plugins }), "native");
    const listed = async (client: string) => {
      const tools = await exposure.listTools(asking(client));
      return JSON.stringify(tools.find(({ name }) => name === "shop__list")?.inputSchema);
    };
    expect(await listed("pi")).not.toContain("exclusiveMinimum");
    expect(await listed("claude-code")).toContain('"top":{"type":"integer","exclusiveMinimum":0}');
    const answer = await exposure.callTool("shop__list", { top: 3 }, asking("claude-code"));
    if ("status" in answer) throw new Error("pending");
    expect(textOf(answer)).toBe('{"$top":3}');
  });

  test("says of each fact where it is from, and when that was so", () => {
    for (const { source, date, name, schemas } of knownClients) {
      expect(source.length).toBeGreaterThan(20);
      expect(date).toMatch(/^20\d\d-[01]\d$/);
      expect(name.flags).toBe("i");
      expect(["common", "anthropic", "openai", "gemini"]).toContain(schemas);
    }
  });
});

test("without a name, few plugins are shown per plugin and many compactly", async () => {
  const names = async (runtime: Runtime) => (await expose(runtime).listTools(session)).map(({ name }) => name);
  expect(await names(await createRuntime({ plugins: [big("a", 1)] }))).toContain("agent_tools_a_call");
  const many = Array.from({ length: 9 }, (_, index) => big(`p${index}`, 1));
  expect(await names(await createRuntime({ plugins: many }))).toContain("discover");
});

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemAdapter } from "@agent-tools/adapter-system";
import { type Caller, localCaller, type Plugin, type Tool, ToolError, toolsAdapter } from "@agent-tools/contract";
import { audit, loadGovernance, shield, toolsReport } from "@agent-tools/governance";
import { openNetwork } from "@agent-tools/network";
import { createRuntime, type Runtime } from "@agent-tools/runtime";
import { afterAll, describe, expect, test } from "vitest";

const folder = await mkdtemp(join(tmpdir(), "governance-file-"));
afterAll(() => rm(folder, { recursive: true }));

type Casa = { agent: { [field: string]: unknown }; [field: string]: unknown };
const casa: Casa = JSON.parse(await readFile(join(import.meta.dirname, "casa.json"), "utf8"));
let files = 0;

async function written(value: unknown): Promise<string> {
  files += 1;
  const file = join(folder, `${files}.json`);
  await writeFile(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
}

const from = (fields: Partial<Caller> = {}) => localCaller({ agent: "casa", channel: "console", ...fields });
const names = ["time", "echo", "calc", "read_file", "http_fetch", "webhook_call"];
const system = (ran: string[] = []): Plugin => ({
  name: "System",
  prefix: "system",
  requireConfirm: false,
  adapter: {
    ...toolsAdapter([]),
    listTools: () => ({ tools: names.map((name): Tool => ({ name, description: name })) }),
    call: async (name: string) => {
      ran.push(name);
      return "ran";
    },
  },
});
const listed = async (runtime: Runtime, caller: Caller) => (await runtime.tools(caller)).map(({ tool }) => tool.name);

describe("the printed file (O60)", () => {
  const file = join(import.meta.dirname, "casa.json");

  test("is read as it stands, and says what it reads past", async () => {
    const governance = await loadGovernance(file);
    expect(governance.agents).toEqual([
      {
        ...{ name: "casa", isPrivate: true, isGoverned: true, isLocal: true },
        system: {
          tools: ["time", "calc", "read_file", "webhook_call"],
          grants: [
            { tool: "time", mode: "allow" },
            { tool: "calc", mode: "allow" },
            { tool: "read_file", mode: "allow" },
            { tool: "webhook_call", mode: "shadow" },
          ],
          readFile: { root: "/home/chano/korvun-notes" },
          webhookCall: { allowHosts: ["192.168.1.20:5678"] },
        },
        ...{ skillsDir: "/home/chano/korvun-skills", skillsBodyBudget: 8_192 },
      },
    ]);
    expect(governance.notes).toEqual([
      'agent "casa": policy.kind "priority" chooses models, which is for the host; ignored',
    ]);
  });

  test("decides: notes on one channel, the webhook rehearsed, nothing else there", async () => {
    const { policy, caller } = await loadGovernance(file);
    const ran: string[] = [];
    const runtime = await createRuntime({ plugins: [system(ran)], policy });
    const console_ = caller(from());
    expect(await listed(runtime, console_)).toEqual(["time", "calc", "read_file", "webhook_call"]);
    expect(await listed(runtime, caller(from({ channel: "telegram" })))).toEqual(["time", "calc", "webhook_call"]);
    const webhook = { target: { plugin: "system", tool: "webhook_call" }, arguments: {} };
    const rehearsed = await runtime.call(webhook, console_);
    expect(rehearsed).toMatchObject({ result: { content: [{ text: expect.stringContaining("Rehearsal") }] } });
    expect(ran).toEqual([]);
  });

  test("keeps sensitive tools from a model that is not local, even where it is allowed", async () => {
    const { policy, caller } = await loadGovernance(file);
    const runtime = await createRuntime({ plugins: [system()], policy });
    expect(await listed(runtime, from())).not.toContain("read_file");
    expect(await listed(runtime, from({ model: { locality: "cloud" } }))).not.toContain("read_file");
    const cloud = { ...casa, models: [{ locality: "local" }, { locality: "cloud" }] };
    const there = await loadGovernance(await written(cloud));
    const runtimeThere = await createRuntime({ plugins: [system()], policy: there.policy });
    expect(there.caller(from()).model).toEqual({ locality: "cloud" });
    expect(await listed(runtimeThere, caller(from()))).not.toContain("read_file");
    expect(there.notes.join()).toContain("not all of its models are known to be local");
  });

  test("shields a private agent: private addresses only, whatever the network or a list allows", async () => {
    const { network, shieldOf } = await loadGovernance(file);
    const shielded = network(openNetwork());
    const to = (host: string, caller?: Caller) => () => shielded.check({ host, port: 80, ...(caller && { caller }) });
    expect(to("192.168.1.20", from())).not.toThrow();
    expect(to("93.184.215.14", from())).toThrow(/only private addresses/);
    expect(to("93.184.215.14")).toThrow(ToolError);
    expect(to("169.254.169.254", from())).toThrow(/metadata/);
    expect(to("93.184.215.14", from({ agent: "calle" }))).not.toThrow();
    expect(shieldOf(from())).toBe("private addresses only");
    const narrow = network({
      check() {
        throw new ToolError("network_refused", "Nothing at all.");
      },
    });
    expect(() => narrow.check({ host: "192.168.1.20", port: 80, caller: from() })).toThrow("Nothing at all.");
  });

  test("hot apply reads it again: whole, told to clients, and not at all where it has a fault", async () => {
    const mine = join(folder, "hot.json");
    await cp(file, mine);
    const governance = await loadGovernance(mine);
    const ran: string[] = [];
    const runtime = await createRuntime({ plugins: [system(ran)], policy: governance.policy });
    let told = 0;
    runtime.onToolsChanged(() => {
      told += 1;
    });
    const webhook = { target: { plugin: "system", tool: "webhook_call" }, arguments: {} };
    const caller = governance.caller(from());
    await runtime.call(webhook, caller);
    await listed(runtime, caller);
    told = 0;

    const text = await readFile(mine, "utf8");
    await writeFile(mine, text.replace('"mode": "shadow"', '"mode": "allow"'));
    await governance.reload();
    expect(told).toBe(1);
    await runtime.call(webhook, caller);
    expect(ran).toEqual(["webhook_call"]);

    await writeFile(mine, text.replace('"mode": "shadow"', '"mode": "alow"'));
    await expect(governance.reload()).rejects.toThrow(/governance\/3\/mode/);
    await writeFile(mine, "{");
    await expect(governance.reload()).rejects.toThrow(/is no JSON/);
    expect(governance.policy.decide({ ...webhook, caller, effect: "write" }).mode).toBe("allow");

    await writeFile(mine, text.replace("/home/chano/korvun-notes", "/home"));
    await governance.reload();
    expect(governance.notes.join()).toContain("the next start takes them");
  });
});

test("a host without a file raises the shield for whom it wants", () => {
  const shielded = shield(openNetwork(), (caller) => caller === undefined || caller.roles?.includes("guest") === true);
  const to = (caller?: Caller) => () => shielded.check({ host: "93.184.215.14", port: 443, ...(caller && { caller }) });
  expect(to(from({ roles: ["guest"] }))).toThrow(/only private addresses/);
  expect(to()).toThrow(/only private addresses/);
  expect(to(from())).not.toThrow();
});

describe("a file without a governance block is ungoverned (O61)", () => {
  test("every listed tool on every channel, and the report says so", async () => {
    const { governance: _, ...agent } = casa.agent;
    const governance = await loadGovernance(await written({ ...casa, agent }));
    const runtime = await createRuntime({ plugins: [system()], policy: governance.policy });
    for (const channel of ["console", "telegram"]) {
      const caller = governance.caller(from({ channel }));
      expect(await listed(runtime, caller)).toEqual(["time", "calc", "read_file", "webhook_call"]);
      const { text, isGoverned } = await toolsReport({ runtime, policy: governance.policy, caller, governance });
      expect(isGoverned).toBe(false);
      expect(text).toContain("UNGOVERNED");
    }
    expect(governance.notes.join()).toContain("ungoverned");
  });

  test("and still no sensitive tool for a model that is not local", async () => {
    const { governance: _, ...agent } = casa.agent;
    const { policy } = await loadGovernance(await written({ ...casa, agent }));
    const runtime = await createRuntime({ plugins: [system()], policy });
    expect(await listed(runtime, from({ model: { locality: "cloud" } }))).toEqual(["time", "calc", "webhook_call"]);
  });
});

describe("a file is refused", () => {
  const agentWith = (fields: object) => ({ ...casa, agent: { ...casa.agent, ...fields } });
  test.each<[what: string, value: unknown, message: RegExp]>([
    ["a caged tool without its cage", agentWith({ tools: ["http_fetch"] }), /lists http_fetch without its cage/],
    ["memory_note without its block (O62)", agentWith({ tools: ["memory_note"] }), /without its cage "memory"/],
    [
      "memory_note without a grant (O62)",
      agentWith({ tools: ["memory_note"], memory: { scope: "agent" } }),
      /no row of its governance grants it/,
    ],
    ["a misspelled block", agentWith({ governace: [] }), /\/agent\/governace is no field that is known/],
    ["a misspelled sensitivity", { ...casa, sensitivity: "privat" }, /sensitivity/],
    ["a block in the wrong place", { ...casa, governance: [] }, / \/governance is no field that is known/],
    ["a tool that starts a shell", agentWith({ tools: ["shell"] }), /lists shell, and there are only time, echo/],
    ["no name", { ...casa, name: "" }, /name/],
    ["a name with a star, whose rules would be those of others", { ...casa, name: "cas*" }, /name/],
    ["the same agent twice", [casa, casa], /two agents with the name "casa"/],
  ])("with %s", async (_what, value, message) => {
    await expect(loadGovernance(await written(value))).rejects.toThrow(message);
    await expect(loadGovernance(await written(value))).rejects.toMatchObject({ code: "invalid_configuration" });
  });

  test("that is not there", async () => {
    await expect(loadGovernance(join(folder, "none.json"))).rejects.toThrow(/cannot be read/);
  });
});

test("several agents, tools of other plugins, and rows that grant nothing", async () => {
  const calle = {
    name: "calle",
    models: [{ locality: "cloud" }],
    agent: {
      tools: ["time", "github:list_*", "calc"],
      governance: [
        { tool: "time", mode: "allow" },
        { tool: "github:list_*", mode: "allow" },
        { tool: "echo", mode: "allow" },
      ],
    },
  };
  const nobody = { name: "nadie", agent: { tools: [] } };
  const { policy, notes, agent, network } = await loadGovernance(await written([casa, calle, nobody]));
  const decide = (name: string, plugin: string, tool: string) =>
    policy.decide({ target: { plugin, tool }, caller: from({ agent: name }), effect: "read" }).mode;
  expect(decide("calle", "github", "list_issues")).toBe("allow");
  expect(decide("calle", "github", "delete_repo")).toBe("deny");
  expect(decide("calle", "system", "calc")).toBe("deny");
  expect(decide("calle", "system", "echo")).toBe("deny");
  expect(decide("casa", "github", "list_issues")).toBe("deny");
  expect(decide("nadie", "system", "time")).toBe("deny");
  expect(decide("otro", "system", "time")).toBe("deny");
  expect(notes).toContain('agent "calle": listed without a row, and so denied: calc');
  expect(notes).toContain('agent "calle": rows for tools that are not listed, and so not there: echo');
  expect(agent("calle").system.tools).toEqual(["time", "calc"]);
  expect(() => agent("otro")).toThrow(/only "casa", "calle", "nadie"/);
  expect(() =>
    network(openNetwork()).check({ host: "1.1.1.1", port: 80, caller: from({ agent: "calle" }) }),
  ).not.toThrow();
});

test("several agents of one runtime have the tools and the cages of their own each", async () => {
  const rootOf = async (name: string) => {
    const root = join(folder, `notes-of-${name}`);
    await mkdir(root);
    await writeFile(join(root, "today.md"), `of ${name}`);
    await writeFile(join(root, `${name}.md`), "own");
    return root;
  };
  const agentOf = async (name: string, tools: string[]) => ({
    ...{ name, models: [{ locality: "local" }] },
    agent: { tools, read_file: { root: await rootOf(name) } },
  });
  const file = await written([
    await agentOf("casa", ["read_file", "time"]),
    await agentOf("calle", ["read_file"]),
    { name: "nadie", agent: { tools: [] } },
  ]);
  const governance = await loadGovernance(file);
  const plugin: Plugin = {
    ...{ name: "System", prefix: "system", catalogue: "caller" },
    createAdapter: (host) => governance.adapter((settings) => systemAdapter(settings, host)),
  };
  const runtime = await createRuntime({ plugins: [plugin], policy: governance.policy });
  const read = async (agent: string, path: string) => {
    const target = { plugin: "system", tool: "read_file" };
    const outcome = runtime.call({ target, arguments: { path } }, governance.caller(from({ agent })));
    return outcome.then(JSON.stringify, (error: ToolError) => error.code);
  };
  expect(await read("casa", "today.md")).toContain("of casa");
  expect(await read("calle", "today.md")).toContain("of calle");
  expect(await read("calle", "casa.md")).toBe("unknown_target");
  expect(await read("nadie", "today.md")).toBe("unknown_target");
  expect(await listed(runtime, governance.caller(from()))).toEqual(["read_file", "time"]);
  expect(await listed(runtime, governance.caller(from({ agent: "calle" })))).toEqual(["read_file"]);
});

test("rows that are narrower or wider than what is listed restrict what they have in common, and list nothing", async () => {
  const rows = [
    { tool: "github:*", mode: "allow" },
    { tool: "github:create_issue", mode: "shadow" },
    { tool: "github:*_secrets", mode: "allow", channels: ["console"] },
    { tool: "*", mode: "allow" },
    { tool: "ti*", mode: "shadow" },
    { tool: "slack:*", mode: "allow" },
  ];
  const agent = { tools: ["github:*", "time", "calc"], governance: rows };
  const { policy, notes } = await loadGovernance(await written({ ...casa, agent }));
  const decide = (plugin: string, tool: string, channel = "console") =>
    policy.decide({ target: { plugin, tool }, caller: from({ channel }), effect: "write" }).mode;
  expect(decide("github", "create_issue")).toBe("shadow");
  expect(decide("github", "list_issues")).toBe("allow");
  expect(decide("github", "list_secrets")).toBe("allow");
  expect(decide("github", "list_secrets", "telegram")).toBe("deny");
  expect(decide("system", "time")).toBe("shadow");
  expect(decide("system", "calc")).toBe("allow");
  expect(decide("system", "echo")).toBe("deny");
  expect(decide("slack", "post")).toBe("deny");
  expect(notes.filter((note) => note.includes("row"))).toEqual([
    'agent "casa": rows for tools that are not listed, and so not there: slack:*',
  ]);
});

test("the /tools report: effective permissions with limits, and recent activity (O63)", async () => {
  const record = audit();
  const governance = await loadGovernance(join(import.meta.dirname, "casa.json"));
  const { policy } = governance;
  const runtime = await createRuntime({ plugins: [system()], policy, observers: [record] });
  const caller = governance.caller(from());
  await runtime.call({ target: { plugin: "system", tool: "webhook_call" }, arguments: {} }, caller);
  await runtime.call({ target: { plugin: "system", tool: "echo" } }, caller).catch(() => {});
  await runtime.call({ target: { plugin: "system", tool: "time" } }, { ...caller, caller: "other" });

  const report = await toolsReport({ runtime, policy, caller, audit: record, governance });
  expect(report.tools).toContainEqual({
    ...{ plugin: "system", tool: "read_file", mode: "allow", rule: "casa: read_file", effect: "write" },
    ...{ isSensitive: true, channels: ["console"] },
  });
  expect(report.tools).toContainEqual(expect.objectContaining({ tool: "echo", mode: "deny", rule: "listing" }));
  expect(report.activity.map(({ event, name }) => [event, name])).toEqual([
    ["tool_denied", "echo"],
    ["tool_shadowed", "webhook_call"],
  ]);
  expect(report.text).toContain("Network shield: private addresses only.");
  expect(report.text).toMatch(/allow +system:read_file \(write; sensitive: local models only; channels: console;/);
  expect(report.text).toMatch(/shadow +system:webhook_call/);
  expect(report.text).toMatch(/tool_shadowed system:webhook_call on console by casa: webhook_call, \d+ ms/);
  expect(report.text).not.toContain("UNGOVERNED");

  const elsewhere = await toolsReport({ runtime, policy, caller: { ...caller, channel: "telegram" }, governance });
  expect(elsewhere.tools).toContainEqual(
    expect.objectContaining({ tool: "read_file", mode: "deny", channels: ["console"] }),
  );
  expect(elsewhere.text).toContain("No recent activity.");
});

test("explain says why a tool is hidden, denied or asked about, with the rule", async () => {
  const { policy, caller } = await loadGovernance(join(import.meta.dirname, "casa.json"));
  const runtime = await createRuntime({ plugins: [system()], policy });
  const why = async (tool: string, as: Caller) => {
    const { reasons, rule, mode } = await runtime.explain({ plugin: "system", tool }, as);
    return { text: reasons.join(" "), rule, mode };
  };
  expect(await why("read_file", caller(from({ channel: "telegram" })))).toMatchObject({
    mode: "deny",
    rule: "casa: read_file, channels",
    text: expect.stringContaining('It is restricted to channel console; this caller is on "telegram".'),
  });
  expect((await why("read_file", from({ model: { locality: "cloud" } }))).text).toContain(
    "It is sensitive, for local models only; this caller's model is cloud.",
  );
  expect((await why("echo", caller(from()))).text).toContain("No rule grants it");
  expect((await why("webhook_call", caller(from()))).text).toContain('"casa: webhook_call" says shadow.');
  expect((await why("time", from({ agent: "otro" }))).text).toContain("callers without rules are denied");
});

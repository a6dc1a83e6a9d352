import { type Adapter, type Caller, type Effect, localCaller, type Plugin, type Tool } from "@agent-tools/contract";
import {
  audit,
  type PolicyDocument,
  policy,
  type ToolsetsDocument,
  toolsets,
  toolsReport,
} from "@agent-tools/governance";
import { createRuntime, expose } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";

interface Called {
  readonly name: string;
  readonly args: unknown;
}

const schema = {
  type: "object",
  properties: { project: { type: "string" }, title: { type: "string" }, limit: { type: "integer" } },
  required: ["project", "title"],
  additionalProperties: false,
};
const tools: Tool[] = [
  { name: "add_ticket", description: "Adds a ticket.", inputSchema: schema },
  { name: "list_tickets", description: "Lists tickets.", inputSchema: { type: "object", properties: {} } },
  { name: "wipe_tickets", description: "Removes every ticket.", inputSchema: { type: "object", properties: {} } },
];

/** A class with a private field, as adapters may be. */
class Desk implements Adapter {
  readonly #called: Called[];
  constructor(called: Called[]) {
    this.#called = called;
  }
  listTools() {
    return { tools };
  }
  call(name: string, args: object) {
    this.#called.push({ name, args });
    return "done";
  }
  search() {
    return { matches: tools };
  }
  effect(name: string): Effect {
    return name === "wipe_tickets" ? "destructive" : "write";
  }
}

const desk = (called: Called[] = []): Plugin => ({
  ...{ name: "Desk", prefix: "desk", readonlyTools: ["list_tickets"], secrets: ["PROJECT"] },
  adapter: new Desk(called),
  skills: { tidy: { run: () => "tidied", meta: { inputSchema: { type: "object" } } } },
});

const add = { plugin: "desk", tool: "add_ticket" };
const crm = (version: string, fields: object = {}) => ({
  ...{ name: "crm", version, workspace: "acme", visibility: "public" as const },
  tools: [{ ...add, name: `report_${version.split(".")[0]}`, hidden: { project: "acme-1" } }],
  ...fields,
});
const document = (fields: Partial<ToolsetsDocument> = {}): ToolsetsDocument => ({
  toolsets: [crm("1.0.0"), crm("1.4.0"), crm("2.0.0")],
  attachments: [{ workspace: "acme", agent: "support", toolset: "crm", range: "^1.0" }],
  withoutToolsets: "everything",
  ...fields,
});
const from = (fields: Partial<Caller> = {}) => localCaller({ workspace: "acme", agent: "support", ...fields });
const everything: PolicyDocument = { rules: [{ mode: "allow" }], withoutRules: "denied" };

async function runtimeWith(given: ToolsetsDocument, rules: PolicyDocument = everything, called: Called[] = []) {
  const sets = toolsets(given);
  const record = audit();
  const governance = policy(rules);
  const runtime = await createRuntime({
    ...sets.apply({ plugins: [desk(called)], policy: governance }),
    observers: [record],
    secrets: { get: (name, { workspace }) => `${name} of ${workspace}`, isPerCaller: true },
    log() {},
  });
  const names = async (caller: Caller) => (await runtime.tools(caller)).map(({ tool }) => tool.name);
  const call = (tool: string, args: object = {}, caller = from()) =>
    runtime.call({ target: { plugin: "desk", tool }, arguments: args, confirm: true }, caller);
  return { sets, runtime, names, call, governance, record };
}

describe("a version is chosen by its semver range (O69)", () => {
  test.each([
    ["^1.0", "1.4.0"],
    ["1.0.x", "1.0.0"],
    [">=1", "2.0.0"],
    ["2.0.0", "2.0.0"],
  ])("%s is %s", (range, version) => {
    const attachments = [{ workspace: "acme", agent: "support", toolset: "crm", range }];
    const [attached] = toolsets(document({ attachments })).attachedTo(from());
    expect(attached?.version).toBe(version);
  });

  test("a new version in the range is taken when it is published, and clients are told", async () => {
    const { sets, names, runtime } = await runtimeWith(document());
    expect(await names(from())).toEqual(["report_1"]);
    let told = 0;
    runtime.onToolsChanged(() => {
      told += 1;
    });
    sets.replace(document({ toolsets: [crm("1.0.0"), crm("1.5.0", { tools: [add] })] }));
    expect(told).toBeGreaterThan(0);
    expect(await names(from())).toEqual(["add_ticket"]);
  });

  test("a version that was published keeps its content, also where it was removed, and after a restart", () => {
    const sets = toolsets(document());
    const other = [
      { tools: [{ ...add, name: "report_1", hidden: { project: "acme-2" } }] },
      { tools: [{ plugin: "desk", tool: "wipe_tickets", name: "report_1" }] },
      { skills: [{ plugin: "desk", skill: "tidy" }] },
      { description: "For the night." },
    ];
    const refused = (change: () => void) =>
      expect(change).toThrow(/Toolset "crm" 1\.4\.0 of workspace "acme" was published with other content/);
    const withOther = (fields: object) => document({ toolsets: [crm("1.0.0"), crm("1.4.0", fields), crm("2.0.0")] });
    for (const fields of other) refused(() => sets.replace(withOther(fields)));
    sets.replace(document({ toolsets: [crm("1.0.0")] }));
    for (const fields of other) refused(() => sets.replace(withOther(fields)));
    expect(sets.attachedTo(from())[0]?.version).toBe("1.0.0");

    const { published } = JSON.parse(JSON.stringify(sets)) as Pick<typeof sets, "published">;
    refused(() => toolsets(withOther(other[0] as object), { published }));
    const next = toolsets(document({ toolsets: [crm("1.0.0")] }), { published });
    refused(() => next.replace(withOther(other[1] as object)));

    // The same content comes back as it was; who may attach it is another matter.
    next.replace(withOther({ visibility: "private" }));
    expect(next.attachedTo(from())[0]?.version).toBe("1.4.0");
    // Nor does what a host does to its own object change what was published.
    const mine = document();
    const own = toolsets(mine);
    Object.assign(mine.toolsets[1] as object, { tools: [add] });
    refused(() => own.replace(mine));
  });

  test.each<[what: string, fields: Partial<ToolsetsDocument>, message: RegExp]>([
    ["no version in the range", { toolsets: [crm("2.0.0")] }, /no toolset "crm" in the range "\^1\.0", only 2\.0\.0/],
    [
      "a range that is none",
      { attachments: [{ workspace: "a", agent: "b", toolset: "crm", range: "new" }] },
      /no range/,
    ],
    ["a version that is none", { toolsets: [crm("1")] }, /version "1", which is none/],
    ["a version twice", { toolsets: [crm("1.0.0"), crm("1.0.0")] }, /twice/],
    ["no word on visibility", { toolsets: [crm("1.0.0", { visibility: undefined })] }, /"public" or "private"/],
    ["no word on the others", { withoutToolsets: "all" as never }, /withoutToolsets/],
    [
      "two tools of one name",
      { toolsets: [crm("1.0.0", { tools: [add, { plugin: "desk", tool: "list_tickets", name: "add_ticket" }] })] },
      /two tools "add_ticket"/,
    ],
    [
      "one name for two tools of two agents",
      {
        toolsets: [
          crm("1.0.0", { tools: [{ ...add, name: "x" }] }),
          { ...crm("1.0.0", { tools: [{ plugin: "desk", tool: "wipe_tickets", name: "x" }] }), name: "ops" },
        ],
        attachments: ["crm", "ops"].map((toolset) => ({ workspace: "acme", agent: toolset, toolset, range: "1" })),
      },
      /"x" of plugin "desk" is the name of "add_ticket" and of "wipe_tickets"/,
    ],
  ])("%s is refused", (_what, fields, message) => {
    expect(() => toolsets(document(fields))).toThrow(message);
    const sets = toolsets(document());
    expect(() => sets.replace(document(fields))).toThrow(message);
    expect(sets.attachedTo(from())).toHaveLength(1);
  });
});

describe("a public one shares definitions, never secrets (O69)", () => {
  const secretive = (visibility: "public" | "private") =>
    document({
      toolsets: [
        crm("1.0.0", { visibility, tools: [{ ...add, hidden: { project: { secret: "PROJECT" }, limit: 7 } }] }),
      ],
      attachments: [{ workspace: "other", agent: "support", toolset: "crm", range: "1" }],
    });

  test("an agent of another workspace calls with its own workspace's secret", async () => {
    const called: Called[] = [];
    const { call } = await runtimeWith(secretive("public"), everything, called);
    const outcome = await call("add_ticket", { title: "hello" }, from({ workspace: "other" }));
    expect(outcome.status).toBe("done");
    expect(called).toEqual([{ name: "add_ticket", args: { title: "hello", project: "PROJECT of other", limit: 7 } }]);
  });

  test("what is hidden is seen by its name alone", () => {
    const [visible] = toolsets(secretive("public")).visibleTo("other");
    expect(visible?.tools).toEqual([{ ...add, hidden: ["project", "limit"] }]);
  });

  test("a private one of another workspace looks like one that is not there", () => {
    expect(() => toolsets(secretive("private"))).toThrow(/no toolset "crm" in the range "1", only no version/);
    const sets = toolsets({ ...secretive("private"), attachments: [] });
    expect(sets.visibleTo("other")).toEqual([]);
    expect(sets.visibleTo("acme")).toHaveLength(1);
  });

  test("the own one comes first; of several others it has to be said which", async () => {
    const ofWorkspace = (workspace: string) => crm("1.0.0", { workspace, description: `of ${workspace}` });
    const attachedIn = (workspace: string, from_?: string) =>
      toolsets(
        document({
          toolsets: ["acme", "beta", "ceta"].map(ofWorkspace),
          attachments: [{ workspace, agent: "support", toolset: "crm", range: "1", ...(from_ && { from: from_ }) }],
        }),
      ).attachedTo(from({ workspace }))[0]?.description;
    expect(attachedIn("beta")).toBe("of beta");
    expect(attachedIn("other", "ceta")).toBe("of ceta");
    expect(() => attachedIn("other")).toThrow(/public in acme, beta, ceta/);
  });
});

describe("overrides", () => {
  const overridden = document({
    toolsets: [
      crm("1.0.0", {
        tools: [
          {
            ...add,
            name: "report",
            description: "Reports to us.",
            defaults: { limit: 3 },
            hidden: { project: "acme-1" },
          },
        ],
      }),
    ],
  });

  test("name, description, defaults and hidden arguments are what the agent sees", async () => {
    const { runtime } = await runtimeWith(overridden);
    const [listed] = await runtime.tools(from());
    expect(listed?.tool).toEqual({
      _meta: { "agent-tools/definition": [expect.any(String)] },
      name: "report",
      description: "Reports to us.",
      inputSchema: {
        ...schema,
        properties: { title: { type: "string" }, limit: { type: "integer", default: 3 } },
        required: ["title"],
      },
    });
    const shown = JSON.stringify(
      [
        await expose(runtime, "native").listTools({ caller: from() }),
        await runtime.discover("", from()),
        await runtime.discover("add_ticket removes every ticket acme-1", from()),
      ].map((each) => ("query" in each ? each.hits : each)),
    );
    for (const word of ["add_ticket", "acme-1", "wipe_tickets"]) expect(shown).not.toContain(word);
    expect(shown).toContain("report");
  });

  test("the tool itself gets its own name, the defaults and what is hidden, which nobody else can set", async () => {
    const called: Called[] = [];
    const { call, record } = await runtimeWith(overridden, everything, called);
    await call("report", { title: "a" });
    await call("report", { title: "b", limit: 9 });
    const args = { project: "acme-1", limit: 3 };
    expect(called).toEqual([
      { name: "add_ticket", args: { ...args, title: "a" } },
      { name: "add_ticket", args: { ...args, title: "b", limit: 9 } },
    ]);
    await expect(call("report", { title: "c", project: "mine" })).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(call("add_ticket", { title: "d", project: "x" })).rejects.toMatchObject({ code: "unknown_target" });
    expect(called).toHaveLength(2);
    expect(record.recent({ name: "add_ticket" })).toMatchObject([{ event: "tool_refused" }]);
  });

  test("where the schema lets anything through, what is hidden is still not for the agent to set", async () => {
    const adapter: Adapter = { listTools: () => ({ tools: [{ name: "add_ticket" }] }), call: () => "done" };
    const open: Plugin = { name: "Desk", prefix: "desk", adapter };
    const runtime = await createRuntime(toolsets(overridden).apply({ plugins: [open], policy: policy(everything) }));
    const target = { plugin: "desk", tool: "report" };
    await expect(runtime.call({ target, arguments: { project: "mine" }, confirm: true }, from())).rejects.toThrow(
      /"project" is set by the host/,
    );
  });

  test("a name that is another tool's own leaves the tool out", async () => {
    const tools = [{ plugin: "desk", tool: "wipe_tickets", name: "list_tickets" }];
    const { names } = await runtimeWith(document({ toolsets: [crm("1.0.0", { tools })] }));
    expect(await names(from())).toEqual([]);
  });
});

describe("policy and effects go by the tool's own name", () => {
  const renamed = document({
    toolsets: [
      crm("1.0.0", {
        tools: [
          { ...add, name: "report" },
          { plugin: "desk", tool: "wipe_tickets", name: "tidy_up" },
          { plugin: "desk", tool: "list_tickets", name: "look" },
        ],
        skills: [],
      }),
    ],
  });

  test("what is denied stays denied under any name", async () => {
    const called: Called[] = [];
    const rules: PolicyDocument = {
      withoutRules: "denied",
      rules: [{ mode: "allow" }, { name: "never", targets: { tool: "wipe_*" }, mode: "deny" }],
    };
    const { names, call, runtime, record } = await runtimeWith(renamed, rules, called);
    expect(await names(from())).toEqual(["report", "look"]);
    await expect(call("tidy_up")).rejects.toMatchObject({ code: "unknown_target" });
    expect(called).toEqual([]);
    expect(record.recent()[0]).toMatchObject({ event: "tool_denied", rule: "never" });
    const { reasons } = await runtime.explain({ plugin: "desk", tool: "tidy_up" }, from());
    expect(reasons.join(" ")).toContain('It is the tool "wipe_tickets" under the name that a toolset gives it.');
  });

  test("effects are the tool's, whoever says them", async () => {
    const { runtime } = await runtimeWith(renamed);
    const effectsOf = async (given: typeof runtime) =>
      Object.fromEntries((await given.tools(from())).map(({ tool, effect }) => [tool.name, effect]));
    expect(await effectsOf(runtime)).toEqual({ report: "write", tidy_up: "destructive", look: "read" });
    const parts = toolsets(renamed).apply({
      plugins: [desk()],
      policy: policy(everything),
      effects: { desk: { list_tickets: "destructive" } },
    });
    expect(parts).not.toHaveProperty("effects");
    expect(await effectsOf(await createRuntime(parts))).toMatchObject({ look: "destructive" });
  });
});

test("a pin is held against the plugin's own definition, and the /tools report is the agent's", async () => {
  const pinned: (string | undefined)[] = [];
  const pin = {
    name: "pin",
    refuses({ tool }: { readonly tool?: Tool }) {
      pinned.push(JSON.stringify(tool?.inputSchema));
      return tool?.name === "add_ticket" && tool.description === "Adds a ticket." ? undefined : "it changed";
    },
  };
  const renamed = crm("1.0.0", { tools: [{ ...add, name: "report", description: "New.", hidden: { project: "a" } }] });
  const parts = toolsets(document({ toolsets: [renamed] })).apply({
    plugins: [desk()],
    policy: policy(everything, { restrictions: [pin] }),
  });
  const runtime = await createRuntime({ ...parts, secrets: { get: () => "x", isPerCaller: true } });
  expect((await runtime.tools(from())).map(({ tool }) => tool.name)).toEqual(["report"]);
  expect(pinned.at(-1)).toBe(JSON.stringify(schema));
  const report = await toolsReport({ runtime, policy: parts.policy, caller: from() });
  expect(report.tools).toEqual([
    { plugin: "desk", tool: "report", mode: "allow", rule: "rule 1", effect: "write", isSensitive: false },
  ]);
});

describe("an agent", () => {
  test("with toolsets has nothing else: no other tool, no skill that is not in them", async () => {
    const { names, runtime, sets } = await runtimeWith(document());
    expect(await names(from())).toEqual(["report_1"]);
    const tidy = { target: { plugin: "desk", skill: "tidy" }, confirm: true };
    await expect(runtime.call(tidy, from())).rejects.toMatchObject({ code: "unknown_target" });
    sets.replace(document({ toolsets: [crm("1.5.0", { skills: [{ plugin: "desk", skill: "tidy" }] })] }));
    expect((await runtime.call(tidy, from())).status).toBe("done");
  });

  test.each([
    ["everything", ["add_ticket", "list_tickets", "wipe_tickets"]],
    ["nothing", []],
  ] as const)("without a toolset has %s", async (withoutToolsets, expected) => {
    const { names, call, sets } = await runtimeWith(document({ withoutToolsets }));
    for (const caller of [from({ agent: "other" }), from({ workspace: "other" })]) {
      expect(await names(caller)).toEqual(expected);
      expect(sets.attachedTo(caller)).toEqual([]);
      if (expected.length === 0)
        await expect(call("list_tickets", {}, caller)).rejects.toThrow(/no tool "list_tickets"/);
    }
  });

  test("is told of a change of the policy behind its toolsets", async () => {
    const { runtime, governance, names } = await runtimeWith(document());
    expect(await names(from())).toEqual(["report_1"]);
    let told = 0;
    const stop = runtime.onToolsChanged(() => {
      told += 1;
    });
    governance.apply({ rules: [], withoutRules: "denied" });
    expect(told).toBe(1);
    stop();
    expect(await names(from())).toEqual([]);
  });
});

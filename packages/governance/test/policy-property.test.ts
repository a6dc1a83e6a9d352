import {
  type Caller,
  type Effect,
  isObject,
  type JsonObject,
  localCaller,
  type Plugin,
  type Tool,
} from "@agent-tools/contract";
import {
  type PolicyDocument,
  type PolicyRule,
  policy,
  type Restriction,
  type TargetPattern,
} from "@agent-tools/governance";
import {
  createRuntime,
  type Exposure,
  type ExposureName,
  expose,
  isPending,
  type PolicySubject,
  type Runtime,
} from "@agent-tools/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oracle } from "./oracle.js";

const plugins = ["alpha", "beta"] as const;
const effects: Readonly<Record<string, Effect>> = { look: "read", change: "write", wipe: "destructive", peek: "read" };

// Every name is found nowhere else, so that it can be looked for in any text.
const toolsOf = (plugin: string): Tool[] =>
  Object.keys(effects).map((name) => ({
    name: `${plugin}_${name}_tool`,
    description: `Does work number ${name.length}.`,
    inputSchema: { type: "object", properties: {} },
    ...(name === "peek" && { _meta: { "agent-tools/sensitive": true } }),
    ...(name === "change" && { annotations: { openWorldHint: false } }),
  }));
const skillsOf = (plugin: string) => [`${plugin}_roam_skill`];
const urisOf = (plugin: string) => [`${plugin}://paper`];
const promptsOf = (plugin: string) => [`${plugin}_greet_prompt`];
const effectOf = (name: string) => effects[name.split("_")[1] as string] as Effect;

interface Seen {
  /** What ran, as `kind name`. */
  readonly ran: string[];
  /** What skills were shown. */
  readonly shown: unknown[];
}

/** Plugins whose parts write down that they ran, after asking whether they may. */
function world(seen: Seen, mayRun: (kind: string, name: string, caller: Caller) => void): Plugin[] {
  return plugins.map((prefix): Plugin => {
    const ran = (kind: string, name: string, caller: Caller) => {
      mayRun(kind, name, caller);
      seen.ran.push(`${kind} ${name}`);
    };
    return {
      ...{ name: prefix, prefix, requireConfirm: false, catalogue: "shared" },
      effects: Object.fromEntries(toolsOf(prefix).map(({ name }) => [name, effectOf(name)])),
      adapter: {
        listTools: () => ({ tools: toolsOf(prefix) }),
        call: (name: string, _args: object, context: { caller: Caller }) => {
          ran("tool", name, context.caller);
          return "done";
        },
        resources: {
          list: () => ({ items: urisOf(prefix).map((uri) => ({ uri, name: "paper" })) }),
          read(uri, { caller }) {
            ran("resource", uri, caller);
            return { contents: [{ uri, text: "words" }] };
          },
        },
        prompts: {
          list: () => ({ items: promptsOf(prefix).map((name) => ({ name })) }),
          get(name, _args, { caller }) {
            ran("prompt", name, caller);
            return { messages: [] };
          },
        },
      },
      skills: Object.fromEntries(
        skillsOf(prefix).map((name) => [
          name,
          {
            meta: { uses: plugins.map((each) => `${each}:*`), inputSchema: { type: "object" } },
            async run(_own, _args, context) {
              ran("skill", name, context.caller);
              for (const each of plugins) {
                const adapter = context.use(each);
                seen.shown.push(await adapter.listTools(), await adapter.search("work", 50));
                for (const tool of toolsOf(each)) {
                  seen.shown.push(await adapter.describe(tool.name).catch(() => "no"));
                  await adapter.call(tool.name).catch(() => "no");
                }
              }
              return "roamed";
            },
          },
        ]),
      ),
    };
  });
}

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const defined = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
  arbitrary.map((value) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T);

const targets: fc.Arbitrary<TargetPattern> = defined(
  fc.record({
    plugin: optional(some(["alpha", "beta", "*", "al*"])),
    tool: optional(some(["*", "*_look_*", "beta_*", "*_wipe_tool", ["alpha_change_tool", "*_peek_*"]])),
    skill: optional(some(["*", "alpha_*"])),
    resource: optional(some(["*", "alpha://*"])),
    prompt: optional(some(["*", "beta_*"])),
    effect: optional(some<Effect | Effect[]>(["read", "write", ["write", "destructive"]])),
    sensitivity: optional(some(["sensitive", "normal"] as const)),
    annotations: optional(some([{ openWorldHint: true }, { openWorldHint: false }])),
  }) as fc.Arbitrary<TargetPattern>,
);
const rules: fc.Arbitrary<PolicyRule> = defined(
  fc.record({
    for: optional(
      defined(
        fc.record({
          workspace: optional(some(["w1", "w*"])),
          agent: optional(some(["a1", ["a1", "a2"], "*"])),
          caller: optional(some(["ana", "*"])),
          role: optional(some(["owner", "*"])),
          channel: optional(some(["console", "http"])),
          externalReferenceIds: optional(some([{ customerId: "c1" }, { customerId: "*" }])),
        }),
      ),
    ),
    targets: optional(fc.oneof(targets, fc.array(targets, { minLength: 1, maxLength: 3 }))),
    mode: some(["allow", "allow", "shadow", "deny"] as const),
    channels: optional(some([["console"], ["console", "http"], ["http"]])),
  }) as fc.Arbitrary<PolicyRule>,
);
const sensitiveTargets = targets.map(({ sensitivity: _, ...pattern }) => pattern);
const documents: fc.Arbitrary<PolicyDocument> = fc.record({
  rules: fc.array(rules, { maxLength: 6 }),
  withoutRules: some(["ungoverned", "denied"] as const),
  sensitive: fc.array(sensitiveTargets, { maxLength: 1 }),
});
const callers: fc.Arbitrary<Caller> = fc
  .record({
    workspace: some(["w1", "v2"]),
    agent: some(["a1", "a2", "a3"]),
    caller: some(["ana", "bea"]),
    channel: some(["console", "http"]),
    roles: some([[], ["owner"], ["guest", "owner"]]),
    externalReferenceIds: some([{}, { customerId: "c1" }]),
    model: some([{ locality: "local" }, { locality: "cloud" }] as const),
  })
  .map((fields) => localCaller(fields));

const subjects: readonly Omit<PolicySubject, "caller">[] = plugins.flatMap((plugin) => [
  ...toolsOf(plugin).map((tool) => ({ target: { plugin, tool: tool.name }, effect: effectOf(tool.name), tool })),
  // It uses everything, and says so.
  ...skillsOf(plugin).map((skill) => ({ target: { plugin, skill }, effect: "destructive" as const })),
  ...urisOf(plugin).map((resource) => ({ target: { plugin, resource }, effect: "read" as const })),
  ...promptsOf(plugin).map((prompt) => ({ target: { plugin, prompt }, effect: "read" as const })),
]);
const nameOf = ({ target }: Pick<PolicySubject, "target">) => Object.values(target)[1] as string;
const kindOf = ({ target }: Pick<PolicySubject, "target">) => Object.keys(target)[1] as string;

test("a compiled policy means what its document says", () => {
  fc.assert(
    fc.property(
      fc.array(documents, { minLength: 1, maxLength: 3 }),
      fc.array(callers, { minLength: 1, maxLength: 4 }),
      (all, asking) => {
        const compiled = policy(all[0] as PolicyDocument);
        for (const document of all) {
          compiled.apply(document);
          for (const caller of [...asking, ...asking]) {
            for (const subject of subjects) {
              const expected = oracle(document, { ...subject, caller });
              const decided = compiled.decide({ ...subject, caller }).mode;
              const explained = compiled.explanation({ ...subject, caller }).mode;
              if (decided !== expected || explained !== expected)
                expect([decided, explained]).toEqual([expected, expected]);
            }
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("a restriction never widens: whatever the rules, it only takes away", () => {
  const order = ["deny", "shadow", "allow"];
  fc.assert(
    fc.property(documents, callers, fc.func(fc.boolean()), (document, caller, isRefused) => {
      const cage: Restriction = {
        name: "cage",
        refuses: (subject) => (isRefused(nameOf(subject)) ? "outside" : undefined),
      };
      const free = policy(document);
      const caged = policy(document, { restrictions: [cage] });
      for (const each of subjects) {
        const subject = { ...each, caller };
        const [without, within] = [free.decide(subject).mode, caged.decide(subject).mode];
        expect(order.indexOf(within)).toBeLessThanOrEqual(order.indexOf(without));
        if (isRefused(nameOf(subject))) expect(within).toBe("deny");
      }
    }),
    { numRuns: 200 },
  );
});

const exposureNames: readonly ExposureName[] = ["compact", "per-plugin", "native", "gated"];

/** Everything that any surface shows this caller, as one text. */
async function everythingShown(runtime: Runtime, caller: Caller): Promise<string> {
  const session = { caller };
  const shown: unknown[] = [await runtime.tools(caller), runtime.help(caller)];
  for (const query of ["", "work", ...subjects.map(nameOf)])
    shown.push((await runtime.discover(query, caller, { limit: 50 })).hits);
  for (const name of exposureNames) {
    const exposure = expose(runtime, name);
    shown.push(await exposure.instructions(session), await exposure.listTools(session));
  }
  const compact = expose(runtime, "compact");
  for (const detail of ["names", "brief", "full"]) {
    shown.push(await compact.callTool("discover", { detail, limit: 50 }, session));
  }
  shown.push(await compact.callTool("help", {}, session));
  // A near miss: what is offered instead of it must be there for this caller.
  shown.push(await compact.callTool("call", { plugin: "alpha", toolName: "alpha_wipe_tols" }, session));
  for (const plugin of plugins) {
    const through = expose(runtime, "pass-through", { plugin });
    shown.push(await through.listTools(session));
    for (const method of ["resources/list", "prompts/list"])
      shown.push(await through.upstream?.request(method, {}, session, {}));
  }
  return JSON.stringify(shown);
}

/** Calls the subject by every surface that there is for its kind. */
async function everyWay(runtime: Runtime, caller: Caller, subject: Omit<PolicySubject, "caller">): Promise<string[]> {
  const session = { caller };
  const { target } = subject;
  const { plugin } = target;
  const name = nameOf(subject);
  const through = expose(runtime, "pass-through", { plugin });
  const by = (exposure: Exposure, tool: string, args: JsonObject) => exposure.callTool(tool, args, session);
  const ways: Record<string, (() => Promise<unknown>)[]> = {
    tool: [
      () => by(expose(runtime, "compact"), "call", { plugin, toolName: name, confirm: true }),
      () =>
        by(expose(runtime, "per-plugin"), `agent_tools_${plugin}_call`, {
          toolName: name.toUpperCase(),
          confirm: true,
        }),
      () => by(expose(runtime, "native"), `${plugin}__${name}`, {}),
      () => by(expose(runtime, "gated"), `${plugin}__${name}`, {}),
      () => by(through, name, {}),
    ],
    skill: [() => by(expose(runtime, "compact"), "run_skill", { plugin, skill: name, confirm: true })],
    resource: [
      () => by(expose(runtime, "compact"), "read", { uri: name, plugin }),
      async () => through.upstream?.request("resources/read", { uri: name }, session, {}),
    ],
    prompt: [async () => through.upstream?.request("prompts/get", { name }, session, {})],
  };
  const answers: string[] = [];
  for (const way of [() => runtime.call({ target, confirm: true }, caller), ...(ways[kindOf(subject)] ?? [])]) {
    const answer = await way().catch((error: unknown) => error);
    if (isObject(answer) && isPending(answer as never)) throw new Error("Nobody is asked here.");
    answers.push(answer instanceof Error ? `${answer.name}: ${answer.message}` : JSON.stringify(answer));
  }
  return answers;
}

describe("by every surface", () => {
  test("what is denied is not listed, found or run; what is shadowed is not run; what is allowed is", async () => {
    await fc.assert(
      fc.asyncProperty(documents, callers, async (document, caller) => {
        const seen: Seen = { ran: [], shown: [] };
        await using runtime = await createRuntime({
          plugins: world(seen, () => {}),
          policy: policy(document),
          log() {},
        });
        const modeOf = (subject: Omit<PolicySubject, "caller">) => oracle(document, { ...subject, caller });
        const shown = await everythingShown(runtime, caller);
        const isShown = (text: string, subject: Omit<PolicySubject, "caller">) => text.includes(nameOf(subject));
        for (const subject of subjects) {
          if (modeOf(subject) === "deny") expect(isShown(shown, subject), `shown: ${nameOf(subject)}`).toBe(false);
          else expect(isShown(shown, subject), `not shown: ${nameOf(subject)}`).toBe(true);
        }
        for (const subject of subjects) {
          seen.ran.length = 0;
          const answers = await everyWay(runtime, caller, subject);
          const runs = seen.ran.filter((each) => each === `${kindOf(subject)} ${nameOf(subject)}`);
          const mode = modeOf(subject);
          expect(runs, `${mode} ${nameOf(subject)}`).toHaveLength(mode === "allow" ? answers.length : 0);
          if (mode === "shadow") for (const answer of answers) expect(answer).toContain("Rehearsal");
          // A skill calls everything; what ran inside of it was allowed as well.
          for (const each of seen.ran) {
            const inner = subjects.find((other) => each === `${kindOf(other)} ${nameOf(other)}`);
            expect(inner && modeOf(inner)).toBe("allow");
          }
        }
        const inSkills = JSON.stringify(seen.shown);
        for (const subject of subjects) if (modeOf(subject) === "deny") expect(isShown(inSkills, subject)).toBe(false);
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  test("and so it stays while the policy changes: what runs is allowed at the moment it begins", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(documents, { minLength: 2, maxLength: 4 }),
        fc.array(callers, { minLength: 1, maxLength: 3 }),
        fc.scheduler(),
        async (all, asking, scheduler) => {
          const governance = policy(all[0] as PolicyDocument);
          const wrong: string[] = [];
          const mayRun = (kind: string, name: string, caller: Caller) => {
            const subject = subjects.find((each) => kindOf(each) === kind && nameOf(each) === name);
            if (!subject || oracle(governance.document, { ...subject, caller }) !== "allow")
              wrong.push(`${kind} ${name}`);
          };
          await using runtime = await createRuntime({
            plugins: world({ ran: [], shown: [] }, mayRun),
            policy: governance,
            limits: { enter: async () => void (await scheduler.schedule(Promise.resolve(), "limits")) },
            observers: [{ record() {}, started: () => scheduler.schedule(Promise.resolve(), "started") }],
            log() {},
          });
          await runtime.tools(asking[0] as Caller);
          const calls = asking.flatMap((caller) =>
            subjects.map(({ target }) => runtime.call({ target, confirm: true }, caller).catch(() => "refused")),
          );
          for (const document of all)
            scheduler.schedule(Promise.resolve(), "apply").then(() => governance.apply(document));
          await scheduler.waitFor(Promise.all(calls));
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});

import { type Caller, type Effect, localCaller } from "@agent-tools/contract";
import {
  type PolicyDocument,
  type PolicyRule,
  policy,
  type Restriction,
  type TargetPattern,
  toolsets,
} from "@agent-tools/governance";
import { createRuntime, type PolicySubject } from "@agent-tools/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oracle } from "./oracle.js";
import { complete, everythingShown, everyWay } from "./surfaces.js";
import { kindOf, nameOf, type Seen, subjects, world } from "./world.js";

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
          const inside = [...seen.ran];
          const mode = modeOf(subject);
          expect(runs, `${mode} ${nameOf(subject)}`).toHaveLength(mode === "allow" ? answers.length : 0);
          seen.ran.length = 0;
          await complete(runtime, caller, subject);
          const isAsked = mode === "allow" && ["prompt", "resource"].includes(kindOf(subject));
          expect(seen.ran).toEqual(isAsked ? [`${kindOf(subject)} ${nameOf(subject)}`] : []);
          if (mode === "shadow") for (const answer of answers) expect(answer).toContain("Rehearsal");
          // A skill calls everything; what ran inside of it was allowed as well.
          for (const each of inside) {
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

test("by a toolset's names as by a tool's own: what is denied is not listed or run, what is shadowed is not run", async () => {
  const toolSubjects = subjects.filter((subject) => kindOf(subject) === "tool");
  await fc.assert(
    fc.asyncProperty(
      documents,
      callers,
      fc.subarray([...toolSubjects.keys()], { minLength: 1 }),
      fc.array(fc.boolean(), { minLength: toolSubjects.length, maxLength: toolSubjects.length }),
      async (document, caller, chosen, isRenamed) => {
        const seen: Seen = { ran: [], shown: [] };
        const nameIn = (index: number) =>
          isRenamed[index] ? `other_${index}` : nameOf(toolSubjects[index] as (typeof toolSubjects)[number]);
        const sets = toolsets({
          withoutToolsets: "nothing",
          toolsets: [
            {
              ...{ name: "set", version: "1.0.0", workspace: caller.workspace, visibility: "private" },
              tools: chosen.map((index) => {
                const subject = toolSubjects[index] as (typeof toolSubjects)[number];
                return { plugin: subject.target.plugin, tool: nameOf(subject), name: nameIn(index) };
              }),
            },
          ],
          attachments: [{ workspace: caller.workspace, agent: caller.agent, toolset: "set", range: "*" }],
        });
        const parts = sets.apply({ plugins: world(seen, () => {}), policy: policy(document) });
        await using runtime = await createRuntime({ ...parts, log() {} });
        const listed = new Set((await runtime.tools(caller)).map(({ tool }) => tool.name));
        for (const [index, subject] of toolSubjects.entries()) {
          const isThere = chosen.includes(index);
          const mode = isThere ? oracle(document, { ...subject, caller }) : "deny";
          for (const tool of new Set([nameIn(index), nameOf(subject)])) {
            const expected = tool === nameIn(index) ? mode : "deny";
            expect(listed.has(tool), `${tool} ${expected}`).toBe(expected !== "deny");
            seen.ran.length = 0;
            const target = { plugin: subject.target.plugin, tool };
            await runtime.call({ target, confirm: true }, caller).catch(() => {});
            expect(seen.ran).toEqual(expected === "allow" ? [`tool ${nameOf(subject)}`] : []);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

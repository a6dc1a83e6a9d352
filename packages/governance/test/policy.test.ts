import { type Caller, type Effect, localCaller, type Target, type Tool, ToolError } from "@agent-tools/contract";
import { type PolicyDocument, type PolicyRule, policy, type Restriction } from "@agent-tools/governance";
import type { PolicySubject } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";

const governed = (...rules: readonly PolicyRule[]): PolicyDocument => ({ rules, withoutRules: "denied" });
const subject = (
  target: Target,
  caller: Partial<Caller> = {},
  effect: Effect = "read",
  tool?: Partial<Tool>,
): PolicySubject => ({
  target,
  caller: localCaller(caller),
  effect,
  ...("tool" in target ? { tool: { name: target.tool, ...tool } } : {}),
});
const issues = { plugin: "github", tool: "list_issues" };
const removal = { plugin: "github", tool: "delete_repo" };

describe("a mode", () => {
  const { decide } = policy(
    governed(
      { targets: { plugin: "github" }, mode: "allow" },
      { name: "rehearse", targets: { plugin: "github", effect: ["write", "destructive"] }, mode: "shadow" },
      { name: "never", targets: { tool: "delete_*" }, mode: "deny" },
    ),
  );

  test("is the most restrictive of the rules that fit, whatever their order", () => {
    expect(decide(subject(issues))).toEqual({ mode: "allow", rule: "rule 1" });
    expect(decide(subject({ plugin: "github", tool: "add_issue" }, {}, "write"))).toEqual({
      mode: "shadow",
      rule: "rehearse",
    });
    expect(decide(subject(removal, {}, "destructive"))).toEqual({ mode: "deny", rule: "never" });
  });

  test("is deny where no rule grants the target", () => {
    expect(decide(subject({ plugin: "files", tool: "read" }))).toEqual({ mode: "deny", rule: "no rule" });
  });

  test("is for targets of every kind where a rule names a plugin only, else for the kinds that it names", () => {
    for (const kind of ["tool", "skill", "resource", "prompt"]) {
      const target = { plugin: "github", [kind]: "x" } as unknown as Target;
      expect(decide(subject(target)).mode).toBe("allow");
      const named = policy(governed({ targets: { plugin: "github", [kind]: "*" }, mode: "allow" }));
      expect(named.decide(subject(target)).mode).toBe("allow");
      const other = kind === "tool" ? { plugin: "github", skill: "x" } : { plugin: "github", tool: "x" };
      expect(named.decide(subject(other)).mode).toBe("deny");
    }
  });
});

describe("a rule is for a caller", () => {
  const by = (caller: PolicyRule["for"], asking: Partial<Caller>) =>
    policy(governed({ for: caller ?? {}, mode: "allow" })).decide(subject(issues, asking)).mode;

  test.each<[what: string, pattern: NonNullable<PolicyRule["for"]>, inside: Partial<Caller>, outside: Partial<Caller>]>(
    [
      ["workspace", { workspace: "acme" }, { workspace: "acme" }, { workspace: "acme2" }],
      ["agent", { agent: ["casa", "oficina"] }, { agent: "oficina" }, { agent: "calle" }],
      ["name", { caller: "bot-*-eu" }, { caller: "bot-7-eu" }, { caller: "bot-7-us" }],
      ["role", { role: "admin" }, { roles: ["user", "admin"] }, { roles: ["user"] }],
      ["channel", { channel: "console" }, { channel: "console" }, { channel: "http" }],
      [
        "external ids (O68)",
        { externalReferenceIds: { customerId: "c-17", departmentId: "*" } },
        { externalReferenceIds: { customerId: "c-17", departmentId: "d" } },
        { externalReferenceIds: { customerId: "c-17" } },
      ],
    ],
  )("by %s", (_what, pattern, inside, outside) => {
    expect(by(pattern, inside)).toBe("allow");
    expect(by(pattern, outside)).toBe("deny");
    expect(by(pattern, {})).toBe("deny");
  });

  test("whose fields cannot be run together into another's", () => {
    const { decide } = policy(governed({ for: { workspace: "a", agent: "bc" }, mode: "allow" }));
    expect(decide(subject(issues, { workspace: "a", agent: "bc" })).mode).toBe("allow");
    expect(decide(subject(issues, { workspace: "ab", agent: "c" })).mode).toBe("deny");
  });
});

describe("a caller that no rule is about", () => {
  const rule: PolicyRule = { for: { agent: "casa", channel: "console", role: "owner" }, mode: "allow" };
  const decided = (withoutRules: PolicyDocument["withoutRules"], caller: Partial<Caller>) =>
    policy({ rules: [rule], withoutRules }).decide(subject(removal, caller));

  test("is ungoverned or denied, as the host says", () => {
    expect(decided("ungoverned", { agent: "calle" })).toEqual({ mode: "allow" });
    expect(decided("denied", { agent: "calle" })).toEqual({ mode: "deny", rule: "without rules" });
  });

  test("is not the same caller on another channel or in another role", () => {
    expect(decided("ungoverned", { agent: "casa", channel: "http", roles: ["owner"] }).mode).toBe("deny");
    expect(decided("ungoverned", { agent: "casa", channel: "console" }).mode).toBe("deny");
  });

  test.each(["workspace", "agent", "caller", "channel"])(
    "is denied where it has no %s: there is no default",
    (field) => {
      expect(decided("ungoverned", { [field]: "" })).toEqual({ mode: "deny", rule: "caller" });
      expect(decided("ungoverned", { [field]: undefined })).toEqual({ mode: "deny", rule: "caller" });
    },
  );
});

describe("a restriction beats any mode", () => {
  const everything: PolicyRule = { mode: "allow" };

  test("a channel", () => {
    const document = governed(everything, { name: "notes", targets: issues, mode: "allow", channels: ["console"] });
    const { decide } = policy(document);
    expect(decide(subject(issues, { channel: "console" })).mode).toBe("allow");
    expect(decide(subject(issues, { channel: "http" }))).toEqual({ mode: "deny", rule: "notes, channels" });
    expect(decide(subject(removal, { channel: "http" })).mode).toBe("allow");
  });

  test("sensitivity: only a model that is known to be local gets near, governed or not", () => {
    for (const document of [
      governed(everything),
      { rules: [], withoutRules: "ungoverned" } as const satisfies PolicyDocument,
    ]) {
      const { decide } = policy({ ...document, sensitive: [{ plugin: "files", tool: "read_*" }] });
      for (const target of [subject({ plugin: "files", tool: "read_file" }), subject(issues, {}, "read", secret)]) {
        const with_ = (caller: Partial<Caller>) => decide({ ...target, caller: localCaller(caller) });
        expect(with_({ model: { locality: "local" } }).mode).toBe("allow");
        expect(with_({ model: { locality: "cloud" } })).toEqual({ mode: "deny", rule: "sensitivity" });
        expect(with_({})).toEqual({ mode: "deny", rule: "sensitivity" });
      }
      expect(decide(subject(issues, { model: { locality: "cloud" } })).mode).toBe("allow");
    }
  });

  test("one of the host's, such as a pin; one that throws refuses", () => {
    const pin: Restriction = {
      name: "pin",
      refuses: ({ target }) =>
        "tool" in target && target.tool === "list_issues" ? "its definition changed" : undefined,
    };
    const broken: Restriction = {
      name: "broken",
      refuses: () => {
        throw new Error("no lock file");
      },
    };
    for (const document of [governed(everything), { rules: [], withoutRules: "ungoverned" } as const]) {
      expect(policy(document, { restrictions: [pin] }).decide(subject(issues))).toEqual({ mode: "deny", rule: "pin" });
      expect(policy(document, { restrictions: [pin] }).decide(subject(removal)).mode).toBe("allow");
      const both = policy(document, { restrictions: [pin, broken] });
      expect(both.decide(subject(removal))).toEqual({ mode: "deny", rule: "broken" });
      expect(both.explain(subject(removal)).join(" ")).toContain("no lock file");
    }
  });
});

describe("a rule by sensitivity and by annotations", () => {
  test("sensitive targets can be rehearsed only, by everybody", () => {
    const { decide } = policy(governed({ mode: "allow" }, { targets: { sensitivity: "sensitive" }, mode: "shadow" }));
    const local = { model: { locality: "local" } } as const;
    expect(decide(subject(issues, local, "read", secret)).mode).toBe("shadow");
    expect(decide(subject(issues, local)).mode).toBe("allow");
  });

  test("an absent hint counts as the protocol says", () => {
    const { decide } = policy(
      governed({ mode: "allow" }, { targets: { annotations: { openWorldHint: true } }, mode: "deny" }),
    );
    expect(decide(subject(issues)).mode).toBe("deny");
    expect(decide(subject(issues, {}, "read", { annotations: { openWorldHint: false } })).mode).toBe("allow");
    expect(decide(subject({ plugin: "github", skill: "audit" })).mode).toBe("allow");
  });
});

describe("apply", () => {
  test("puts the whole new document in force at once, and tells", () => {
    const governance = policy(governed({ targets: issues, mode: "shadow" }));
    let told = 0;
    const stop = governance.onChange(() => {
      told += 1;
    });
    governance.apply(governed({ targets: issues, mode: "allow" }));
    expect(governance.decide(subject(issues)).mode).toBe("allow");
    stop();
    governance.apply(governed());
    expect(governance.decide(subject(issues)).mode).toBe("deny");
    expect(told).toBe(1);
  });

  test("changes nothing where the document has a fault", () => {
    const governance = policy(governed({ targets: issues, mode: "allow" }));
    const rules = [{ mode: "deny" }, { mode: "deny", targets: { tols: "x" } }] as unknown as readonly PolicyRule[];
    expect(() => governance.apply(governed(...rules))).toThrow(/rules\[1\]\.targets\.tols is not known/);
    expect(governance.decide(subject(issues)).mode).toBe("allow");
  });

  test("what the host holds of a document is not what is in force", () => {
    const rules: PolicyRule[] = [{ targets: issues, mode: "allow" }];
    const governance = policy(governed(...rules));
    governance.apply({ rules, withoutRules: "denied" });
    rules.push({ mode: "deny" });
    expect(governance.decide(subject(issues)).mode).toBe("allow");
    expect(governance.document.rules).toHaveLength(1);
  });
});

test.each([
  ["no mode", { targets: issues }, /rules\[0\]\.mode/],
  ["another mode", { mode: "warn" }, /allow, shadow or deny/],
  ["a misspelled field", { mode: "deny", channel: "x" }, /rules\[0\]\.channel is not known/],
  ["an empty name", { mode: "deny", name: "" }, /name/],
  ["a caller field that is none", { mode: "allow", for: { users: "x" } }, /for\.users/],
  ["a number for a text", { mode: "allow", for: { agent: 7 } }, /for\.agent/],
  ["ids that are none", { mode: "allow", for: { externalReferenceIds: { customerId: 7 } } }, /customerId/],
  ["an empty pattern", { mode: "deny", targets: { tool: [] } }, /targets\.tool/],
  ["no targets at all", { mode: "deny", targets: [] }, /empty list/],
  ["an effect that is none", { mode: "deny", targets: { effect: "kill" } }, /read, write, destructive/],
  ["a sensitivity that is none", { mode: "deny", targets: { sensitivity: "high" } }, /sensitivity/],
  ["channels that are no list", { mode: "allow", channels: "console" }, /channels/],
])("a rule with %s is refused", (_what, rule, message) => {
  expect(() => policy(governed(rule as unknown as PolicyRule))).toThrow(message);
});

test("a document has to say what holds for callers without rules", () => {
  const document = { rules: [] } as unknown as PolicyDocument;
  expect(() => policy(document)).toThrow(/withoutRules has to be "ungoverned" or "denied"/);
  expect(() => policy({ rules: [], withoutRules: "denied", sensitive: [{ sensitivity: "sensitive" }] })).toThrow(
    ToolError,
  );
});

test("patterns with stars", () => {
  const fits = (pattern: string, tool: string) =>
    policy(governed({ targets: { tool: pattern }, mode: "allow" })).decide(subject({ plugin: "p", tool })).mode ===
    "allow";
  expect(fits("a*c", "ac")).toBe(true);
  expect(fits("a*c", "abbc")).toBe(true);
  expect(fits("a*a", "a")).toBe(false);
  expect(fits("*x*", "axb")).toBe(true);
  expect(fits("a*b*c", "a-c-b-c")).toBe(true);
  expect(fits("a*b*c", "a-c")).toBe(false);
  expect(fits("a.c", "abc")).toBe(false);
  expect(fits("**", "\n")).toBe(true);
  expect(fits(`${"a*".repeat(30)}b`, "a".repeat(5_000))).toBe(false);
});

const secret = { _meta: { "agent-tools/sensitive": true } };

describe("a resource is judged by every spelling of its URI", () => {
  const governed = policy({
    withoutRules: "denied",
    rules: [
      {
        targets: { resource: ["notes://open/*", "notes://Team/*", "file:///a%20b.md", "https://docs.example/*"] },
        mode: "allow",
      },
      {
        targets: { resource: ["notes://secret/*", "notes://open/private/*", "https://docs.example/hr/*"] },
        mode: "deny",
      },
    ],
  });
  const modeOf = (resource: string) => {
    const subject = { target: { plugin: "notes", resource }, caller: localCaller(), effect: "read" } as const;
    const { mode } = governed.decide(subject);
    expect(governed.explanation(subject).mode).toBe(mode);
    return mode;
  };

  test.each([
    "notes://secret/a",
    "NOTES://secret/a",
    "notes://SECRET/a",
    " notes://secret/a",
    "notes://open/../secret/a",
    "notes://open/private/a",
    "notes://open/x/../private/a",
    "notes://open/x/%2E%2e/private/a",
    "notes://open/%70rivate/a",
    "notes://open/%2570rivate/a",
    "notes://open/private%2Fa",
    "notes://open/..%2fopen/private/a",
    "https://docs.example/hr/../hr/pay",
    "https://DOCS.example/%68r/pay",
    "notes://Team/../../etc",
  ])("%s is denied", (uri) => expect(modeOf(uri)).toBe("deny"));

  test.each([
    "notes://open/a",
    "notes://Team/Plan.md",
    "notes://open/100%",
    "notes://open/a%20b",
    "file:///a%20b.md",
    "https://docs.example/a?next=../b",
    "notes://open/private",
  ])("%s is allowed", (uri) => expect(modeOf(uri)).toBe("allow"));
});

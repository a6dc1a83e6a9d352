import type { Caller, Effect, Target } from "@agent-tools/contract";
import { targetName } from "@agent-tools/contract";
import type { PolicyDecision, PolicySubject } from "@agent-tools/runtime";
import { callerMatcher, callerMemory } from "./caller-match.js";
import type { PolicyDocument, PolicyRule, TargetPattern } from "./policy-document.js";
import { type TargetMatcher, targetMatcher } from "./target-match.js";

/** A rule, ready to be asked. */
export interface CompiledRule {
  readonly name: string;
  readonly decision: PolicyDecision;
  readonly channels: ReadonlySet<string> | undefined;
  readonly targets: readonly TargetMatcher[];
}

/** What the rules say about one subject. */
export interface Finding {
  /** Whether any rule is about this caller. */
  readonly isGoverned: boolean;
  readonly isSensitive: boolean;
  /** The decision of the rules that fit, or undefined where none does. */
  decision(): PolicyDecision | undefined;
  /** The rules that fit, the most restrictive first. */
  rules(): readonly CompiledRule[];
}

/** The rules of one document, indexed. It never changes. */
export interface CompiledPolicy {
  find(subject: PolicySubject): Finding;
  readonly withoutRules: PolicyDocument["withoutRules"];
}

/** What fits a target by its name and effect, with no more than the target patterns that do; the most restrictive first. */
interface Named {
  readonly rules: readonly CompiledRule[];
  /** Those with channels. */
  readonly restricting: readonly CompiledRule[];
  readonly sensitive: readonly TargetMatcher[];
}

interface CallerView {
  readonly isGoverned: boolean;
  readonly rules: readonly CompiledRule[];
  readonly named: NameMemory;
}

/** By plugin, kind, effect and name. */
type NameMemory = (target: Target, effect: Effect) => Named;

/** How many callers, and how many names for each, are remembered before it begins anew. */
const MOST_CALLERS = 2_000;
const MOST_NAMES = 5_000;

/** The one key by which a tool says that what it reads is private. Saying so only narrows, so anybody is believed. */
const SENSITIVE = "agent-tools/sensitive";

/** True for a tool that says itself that it is sensitive. */
export function isMarkedSensitive({ tool }: PolicySubject): boolean {
  return tool?.["_meta"]?.[SENSITIVE] === true;
}

/** Compiles a document that was checked. */
export function compilePolicy(document: PolicyDocument): CompiledPolicy {
  const rules = document.rules
    .map((rule, index) => ({ ...compileRule(rule, index), caller: callerMatcher(rule.for) }))
    .sort((a, b) => rank[b.decision.mode] - rank[a.decision.mode]);
  const sensitive = (document.sensitive ?? []).map(targetMatcher);
  const viewOf = callerMemory<CallerView>(MOST_CALLERS, (caller: Caller) => {
    const applying = rules.filter((rule) => rule.caller.applies(caller));
    const isGoverned = rules.some((rule) => rule.caller.isAbout(caller));
    return { isGoverned, rules: applying, named: nameMemory(applying, sensitive) };
  });

  return {
    withoutRules: document.withoutRules,
    find(subject) {
      const view = viewOf(subject.caller);
      const named = view.named(subject.target, subject.effect);
      const isSensitive = isMarkedSensitive(subject) || named.sensitive.some((target) => target.fits(subject, false));
      return {
        isGoverned: view.isGoverned,
        isSensitive,
        decision: () => decisionOf(named, subject, isSensitive),
        rules: () => named.rules.filter((rule) => fits(rule, subject, isSensitive)),
      };
    },
  };
}

const rank = { allow: 0, shadow: 1, deny: 2 } as const;

function compileRule(rule: PolicyRule, index: number): CompiledRule {
  const { name = `rule ${index + 1}`, mode, channels, targets = {} } = rule;
  return {
    name,
    decision: { mode, rule: name },
    channels: channels && new Set(channels),
    targets: ([targets].flat() as TargetPattern[]).map(targetMatcher),
  };
}

function decisionOf(named: Named, subject: PolicySubject, isSensitive: boolean): PolicyDecision | undefined {
  for (const rule of named.restricting) {
    if (rule.channels?.has(subject.caller.channel) !== true && fits(rule, subject, isSensitive)) {
      return { mode: "deny", rule: `${rule.name}, channels` };
    }
  }
  for (const rule of named.rules) {
    if (fits(rule, subject, isSensitive)) return rule.decision;
  }
  return undefined;
}

function fits({ targets }: CompiledRule, subject: PolicySubject, isSensitive: boolean): boolean {
  for (const target of targets) {
    if (target.fits(subject, isSensitive)) return true;
  }
  return false;
}

function nameMemory(rules: readonly CompiledRule[], sensitive: readonly TargetMatcher[]): NameMemory {
  let byPlugin = new Map<string, Map<string, Map<string, Named>>>();
  let size = 0;
  const find = (target: Target, effect: Effect): Named => {
    const isNamed = (each: TargetMatcher) => each.isNamed(target, effect);
    const found = rules
      .map((rule) => ({ ...rule, targets: rule.targets.filter(isNamed) }))
      .filter(({ targets }) => targets.length > 0);
    const restricting = found.filter(({ channels }) => channels !== undefined);
    return { rules: found, restricting, sensitive: sensitive.filter(isNamed) };
  };
  return (target, effect) => {
    const { kind, name } = targetName(target);
    const known = byPlugin.get(target.plugin)?.get(name)?.get(sorts[kind][effect]);
    if (known) return known;
    if (size >= MOST_NAMES) {
      byPlugin = new Map();
      size = 0;
    }
    const found = find(target, effect);
    const ofPlugin = byPlugin.get(target.plugin) ?? new Map<string, Map<string, Named>>();
    const ofName = ofPlugin.get(name) ?? new Map<string, Named>();
    byPlugin.set(target.plugin, ofPlugin.set(name, ofName.set(sorts[kind][effect], found)));
    size += 1;
    return found;
  };
}

const sortsOf = (kind: string) => ({
  read: `${kind} read`,
  write: `${kind} write`,
  destructive: `${kind} destructive`,
});
const sorts = {
  tool: sortsOf("tool"),
  skill: sortsOf("skill"),
  resource: sortsOf("resource"),
  prompt: sortsOf("prompt"),
} as const;

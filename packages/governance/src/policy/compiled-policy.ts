import { type Caller, type Target, targetName } from "@agent-tools/contract";
import type { PolicySubject } from "@agent-tools/runtime";
import { callerKey, callerMatcher } from "./caller-match.js";
import type { PolicyDocument, PolicyMode, PolicyRule, TargetPattern } from "./policy-document.js";
import { type TargetMatcher, targetMatcher } from "./target-match.js";

/** A rule, ready to be asked. */
export interface CompiledRule {
  readonly name: string;
  readonly mode: PolicyMode;
  readonly channels: ReadonlySet<string> | undefined;
  readonly targets: readonly TargetMatcher[];
}

/** The rules of one document, indexed. It never changes. */
export interface CompiledPolicy {
  /** Whether any rule is about this caller. */
  isGoverned(caller: Caller): boolean;
  /** The rules that fit. */
  rulesFor(subject: PolicySubject, isSensitive: boolean): readonly CompiledRule[];
  isSensitive(subject: PolicySubject): boolean;
  readonly withoutRules: PolicyDocument["withoutRules"];
}

interface CallerView {
  readonly isGoverned: boolean;
  readonly rules: readonly CompiledRule[];
  /** The rules that fit a target's name, by plugin, then by kind and name. */
  readonly named: Map<string, Map<string, readonly CompiledRule[]>>;
  size: number;
}

/** How many callers, and how many names for each, are remembered before it begins anew. */
const MOST_CALLERS = 2_000;
const MOST_NAMES = 5_000;

/** The one key by which a tool says that what it reads is private. Saying so only narrows, so anybody is believed. */
export const SENSITIVE = "agent-tools/sensitive";

/** Compiles a document that was checked. */
export function compilePolicy(document: PolicyDocument): CompiledPolicy {
  const rules = document.rules.map((rule, index) => ({ ...compileRule(rule, index), caller: callerMatcher(rule.for) }));
  const sensitive = (document.sensitive ?? []).map(targetMatcher);
  const views = new Map<string, CallerView>();

  const viewOf = (caller: Caller): CallerView => {
    const key = callerKey(caller);
    const known = views.get(key);
    if (known) return known;
    if (views.size >= MOST_CALLERS) views.clear();
    const view: CallerView = {
      isGoverned: rules.some((rule) => rule.caller.isAbout(caller)),
      rules: rules.filter((rule) => rule.caller.applies(caller)),
      named: new Map(),
      size: 0,
    };
    views.set(key, view);
    return view;
  };

  return {
    withoutRules: document.withoutRules,
    isGoverned: (caller) => viewOf(caller).isGoverned,
    rulesFor(subject, isSensitive) {
      const found = namedRules(viewOf(subject.caller), subject.target);
      return found.length === 0 ? found : found.filter((rule) => fits(rule.targets, subject, isSensitive));
    },
    isSensitive: (subject) =>
      subject.tool?.["_meta"]?.[SENSITIVE] === true ||
      sensitive.some((target) => target.isNamed(subject.target) && target.fits(subject, false)),
  };
}

function compileRule({ name, mode, channels, targets = {} }: PolicyRule, index: number): CompiledRule {
  return {
    name: name ?? `rule ${index + 1}`,
    mode,
    channels: channels && new Set(channels),
    targets: ([targets].flat() as TargetPattern[]).map(targetMatcher),
  };
}

function namedRules(view: CallerView, target: Target): readonly CompiledRule[] {
  const { kind, name } = targetName(target);
  const key = kind + name;
  let ofPlugin = view.named.get(target.plugin);
  const known = ofPlugin?.get(key);
  if (known) return known;
  if (view.size >= MOST_NAMES) {
    view.named.clear();
    view.size = 0;
    ofPlugin = undefined;
  }
  if (!ofPlugin) {
    ofPlugin = new Map();
    view.named.set(target.plugin, ofPlugin);
  }
  const found = view.rules.filter(({ targets }) => targets.some((each) => each.isNamed(target)));
  ofPlugin.set(key, found);
  view.size += 1;
  return found;
}

function fits(targets: readonly TargetMatcher[], subject: PolicySubject, isSensitive: boolean): boolean {
  for (const target of targets) {
    if (target.isNamed(subject.target) && target.fits(subject, isSensitive)) return true;
  }
  return false;
}

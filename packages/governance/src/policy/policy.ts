import type { Policy, PolicyDecision, PolicySubject } from "@agent-tools/runtime";
import { isWhole } from "./caller-match.js";
import { checkDocument } from "./check-document.js";
import { type CompiledPolicy, compilePolicy } from "./compiled-policy.js";
import type { PolicyDocument } from "./policy-document.js";
import { referred } from "./reference.js";
import { type Restriction, refusalOf } from "./restriction.js";
import { strictest } from "./strictest.js";

/** A decision with what led to it. */
export interface PolicyExplanation extends PolicyDecision {
  readonly isGoverned: boolean;
  readonly isSensitive: boolean;
  /** The only channels on which the target may be used; absent where no rule restricts them. */
  readonly channels?: readonly string[];
  /** In order, one sentence each. */
  readonly reasons: readonly string[];
}

/** A policy that can say all that led to a decision. */
export interface ExplainingPolicy extends Policy {
  explanation?(subject: PolicySubject): PolicyExplanation;
}

/** A policy that can be replaced while it is in force. */
export interface GovernancePolicy extends ExplainingPolicy {
  /**
   * Puts another document in force, whole: a decision is made by the one before or by this one, never by parts of both.
   * Throws `invalid_configuration` on a fault, and then nothing has changed.
   */
  apply(document: PolicyDocument): void;
  readonly document: PolicyDocument;
  /** The decision and why. For operators. */
  explanation(subject: PolicySubject): PolicyExplanation;
  explain(subject: PolicySubject): readonly string[];
  /** Calls back after each `apply`, and when a restriction says that it has changed. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** What stands beside the rules. */
export interface PolicyOptions {
  /** Each beats every mode: cages, pins. */
  readonly restrictions?: readonly Restriction[];
}

const allowed: PolicyDecision = { mode: "allow" };
const noGrant: PolicyDecision = { mode: "deny", rule: "no rule" };
const noRules: PolicyDecision = { mode: "deny", rule: "without rules" };
const nameless: PolicyDecision = { mode: "deny", rule: "caller" };
const sensitivity: PolicyDecision = { mode: "deny", rule: "sensitivity" };

/**
 * A compiled policy. Restrictions come first (the caller's identity, sensitivity, the given ones, channels), then the most
 * restrictive mode of the rules that fit. Throws `invalid_configuration` on a fault in the document.
 */
export function policy(document: PolicyDocument, { restrictions = [] }: PolicyOptions = {}): GovernancePolicy {
  const listeners = new Set<() => void>();
  let inForce = checked(document);

  const decide = (subject: PolicySubject): PolicyDecision => decideBy(inForce.compiled, restrictions, subject);
  const explanation = (subject: PolicySubject) => explain(inForce.compiled, restrictions, subject);
  return {
    decide,
    explanation,
    explain: (subject) => explanation(subject).reasons,
    get document() {
      return inForce.document;
    },
    apply(next) {
      inForce = checked(next);
      for (const listener of [...listeners]) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      const stops = restrictions.map((restriction) => restriction.onChange?.(listener));
      return () => {
        listeners.delete(listener);
        for (const stop of stops) stop?.();
      };
    },
  };
}

function checked(given: PolicyDocument): { readonly document: PolicyDocument; readonly compiled: CompiledPolicy } {
  checkDocument(given);
  // A copy, so that nobody changes a policy that is in force but by `apply`.
  const document = structuredClone(given);
  return { document, compiled: compilePolicy(document) };
}

function decideBy(
  compiled: CompiledPolicy,
  restrictions: readonly Restriction[],
  subject: PolicySubject,
): PolicyDecision {
  return strictest(
    subject,
    (spelled) => decideAs(compiled, restrictions, spelled),
    (decision) => decision === noGrant,
  );
}

function decideAs(
  compiled: CompiledPolicy,
  restrictions: readonly Restriction[],
  subject: PolicySubject,
): PolicyDecision {
  const { caller } = subject;
  if (!isWhole(caller)) return nameless;
  const found = compiled.find(subject);
  if (found.isSensitive && caller.model?.locality !== "local") return sensitivity;
  if (restrictions.length > 0) {
    const refusal = refusalOf(restrictions, subject);
    if (refusal) return { mode: "deny", rule: refusal.name };
  }
  if (!found.isGoverned) return compiled.withoutRules === "ungoverned" ? allowed : noRules;
  return found.decision() ?? noGrant;
}

function explain(
  compiled: CompiledPolicy,
  restrictions: readonly Restriction[],
  subject: PolicySubject,
): PolicyExplanation {
  const own = explainAs(compiled, restrictions, subject);
  const behind = referred(subject);
  if (!behind) return own;
  const other = explainAs(compiled, restrictions, behind);
  const limits = [own.channels, other.channels].filter((channels) => channels !== undefined);
  const channels = limits[0]?.filter((channel) => limits.every((each) => each.includes(channel)));
  const { plugin } = behind.target;
  return {
    ...own,
    isSensitive: own.isSensitive || other.isSensitive,
    reasons: [
      ...own.reasons,
      `It refers to tool "${behind.tool?.name}" of plugin "${plugin}", of which the same is asked:`,
      ...other.reasons,
    ],
    ...(channels && { channels }),
  };
}

function explainAs(
  compiled: CompiledPolicy,
  restrictions: readonly Restriction[],
  subject: PolicySubject,
): PolicyExplanation {
  const { caller } = subject;
  const decision = decideBy(compiled, restrictions, subject);
  if (!isWhole(caller)) {
    const reasons = ["The caller has no workspace, agent, name or channel, and there is no default for any."];
    return { ...decision, isGoverned: true, isSensitive: false, reasons };
  }
  const { isGoverned, isSensitive, rules: fitting } = compiled.find(subject);
  const rules = fitting();
  const refusal = refusalOf(restrictions, subject);
  const limited = rules.flatMap(({ channels }) => (channels === undefined ? [] : [channels]));
  const channels = [...(limited[0] ?? [])].filter((channel) => limited.every((each) => each.has(channel)));
  const locality = caller.model?.locality ?? "not known to be local";
  const reasons = [
    ...(isSensitive ? [`It is sensitive, for local models only; this caller's model is ${locality}.`] : []),
    ...(refusal ? [`The restriction "${refusal.name}" refuses it: ${refusal.reason}.`] : []),
    ...(limited.length > 0
      ? [`It is restricted to ${channelWords(channels)}; this caller is on "${caller.channel}".`]
      : []),
    ...rules.map((rule) => `"${rule.name}" says ${rule.decision.mode}.`),
    ...(rules.length > 1 ? ["The most restrictive decides."] : []),
    ...(rules.length === 0 ? [withoutRule(isGoverned, compiled.withoutRules)] : []),
  ];
  return { ...decision, isGoverned, isSensitive, reasons, ...(limited.length > 0 ? { channels } : {}) };
}

function channelWords(channels: readonly string[]): string {
  return channels.length === 0 ? "no channel at all" : `channel ${channels.join(", ")}`;
}

function withoutRule(isGoverned: boolean, withoutRules: PolicyDocument["withoutRules"]): string {
  if (isGoverned) return "No rule grants it, and this caller is governed by rules.";
  if (withoutRules === "denied") return "No rule is about this caller, and callers without rules are denied.";
  return "No rule is about this caller, and callers without rules are ungoverned.";
}

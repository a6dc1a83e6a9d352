import { type Target, ToolError, targetName } from "@agent-tools/contract";
import type { ApprovalBinding, ApprovalSubject, PolicySubject } from "@agent-tools/runtime";
import { checkTargets } from "../policy/check-document.js";
import { isMarkedSensitive } from "../policy/compiled-policy.js";
import { textMatcher } from "../policy/match.js";
import type { Pattern, TargetPattern } from "../policy/policy-document.js";
import { referred } from "../policy/reference.js";
import { targetMatcher } from "../policy/target-match.js";

/** How far an approval reaches. In every case it is this caller's alone, and ends when the tool's definition changes. */
export type ApprovalScope =
  /** This very call, once. */
  | { readonly for: "once" }
  /** The same tool or skill in this conversation: with the same arguments, or with any. */
  | { readonly for: "conversation"; readonly arguments: "same" | "any"; readonly expiresInMs?: number }
  /** Whatever fits: targets (of a reference both it and what it refers to), and texts among the arguments, by name. */
  | {
      readonly for: "pattern";
      readonly targets: TargetPattern | readonly TargetPattern[];
      readonly arguments?: Readonly<Record<string, Pattern>>;
      readonly expiresInMs?: number;
    };

/** An approval for more than one call, as it is kept. */
export interface ApprovalGrant {
  readonly id: string;
  /** The question that it was the answer to. */
  readonly approvalId: string;
  readonly workspace: string;
  readonly agent: string;
  readonly caller: string;
  readonly scope: Exclude<ApprovalScope, { readonly for: "once" }>;
  /** Of a conversation's: which one, and what was asked about. */
  readonly conversation?: string;
  readonly target: Target;
  readonly argumentsDigest: string;
  /** The definitions that it covers, by target. A pattern takes in each target's as it is when it is first used. */
  readonly definitions: Readonly<Record<string, string>>;
  /** In milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Throws `invalid_configuration` or `invalid_arguments` where a scope cannot be what was meant. */
export function checkScope(scope: ApprovalScope): void {
  if (scope.for === "pattern") {
    checkTargets(scope.targets, "targets");
    for (const [name, pattern] of Object.entries(scope.arguments ?? {})) {
      const all = [pattern].flat();
      if (all.length > 0 && all.every((each) => typeof each === "string" && each !== "")) continue;
      throw new ToolError(
        "invalid_arguments",
        `The pattern of argument "${name}" has to be a text or a list of texts.`,
      );
    }
    return;
  }
  if (scope.for === "once" || (scope.for === "conversation" && ["same", "any"].includes(scope.arguments))) return;
  throw new ToolError("invalid_arguments", "An approval is for once, for the conversation, or for a pattern.");
}

/**
 * Whether a grant covers a call: `yes`; `new` where it would, and this target's definition is not among those that it
 * covers yet; `no` otherwise.
 */
export function coverage(
  grant: ApprovalGrant,
  binding: ApprovalBinding,
  subject: ApprovalSubject,
): "yes" | "new" | "no" {
  const definition = grant.definitions[targetKey(binding.target)];
  if (definition !== undefined && definition !== binding.definitionDigest) return "no";
  const { scope } = grant;
  if (scope.for === "conversation") {
    const fits =
      definition !== undefined &&
      subject.caller.conversation === grant.conversation &&
      (scope.arguments === "any" || grant.argumentsDigest === binding.argumentsDigest);
    return fits ? "yes" : "no";
  }
  const targets = ([scope.targets].flat() as TargetPattern[]).map(targetMatcher);
  const isSensitive = isMarkedSensitive(subject);
  const isNamed = (each: PolicySubject) =>
    targets.some((target) => target.isNamed(each.target, each.effect) && target.fits(each, isSensitive));
  const isFit =
    isNamed(subject) && isNamed(referred(subject) ?? subject) && argumentsFit(scope.arguments ?? {}, subject.arguments);
  return !isFit ? "no" : definition === undefined ? "new" : "yes";
}

function argumentsFit(patterns: Readonly<Record<string, Pattern>>, given: unknown): boolean {
  const values = (given ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(patterns).every(([name, pattern]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === "string" && (textMatcher(pattern)?.(value) ?? true);
  });
}

/** Names a target in a grant's list of definitions. */
export function targetKey(target: Target): string {
  const { kind, name } = targetName(target);
  return JSON.stringify([target.plugin, kind, name]);
}

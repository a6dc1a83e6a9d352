import { ToolError } from "@agent-tools/contract";
import type { Confirmation, ConfirmMode, PolicySubject } from "@agent-tools/runtime";
import { callerMatcher } from "../policy/caller-match.js";
import { checkCaller, checkTargets } from "../policy/check-document.js";
import { isMarkedSensitive } from "../policy/compiled-policy.js";
import type { CallerPattern, TargetPattern } from "../policy/policy-document.js";
import { referred } from "../policy/reference.js";
import { targetMatcher } from "../policy/target-match.js";

/** Who has to agree to which calls. Of the rules that fit, the strictest decides: a human, then the model, then nobody. */
export interface ConfirmRule {
  /** Absent means every caller. */
  readonly for?: CallerPattern;
  /**
   * One of these has to fit; absent means every target. A pattern that names no `effect` fits only what may change
   * something, so that nobody is asked about reads by accident.
   */
  readonly targets?: TargetPattern | readonly TargetPattern[];
  readonly confirm: ConfirmMode;
}

const strictness: Readonly<Record<ConfirmMode, number>> = { none: 0, model: 1, human: 2 };

/** Who has to agree, by rules. Where none fits, the runtime's own choice holds. Throws `invalid_configuration` on a fault. */
export function confirmation(rules: readonly ConfirmRule[]): Confirmation {
  const compiled = rules.map((rule, index) => {
    const at = `confirm[${index}]`;
    if (!Object.hasOwn(strictness, rule.confirm)) {
      throw new ToolError("invalid_configuration", `Policy: ${at}.confirm has to be model, human or none.`);
    }
    if (rule.for !== undefined) checkCaller(rule.for, `${at}.for`);
    if (rule.targets !== undefined) checkTargets(rule.targets, `${at}.targets`);
    const targets = [rule.targets ?? {}].flat().map((target: TargetPattern) => ({
      isForReads: target.effect !== undefined,
      ...targetMatcher(target),
    }));
    return { confirm: rule.confirm, caller: callerMatcher(rule.for), targets };
  });

  const modeAs = (subject: PolicySubject, found: ConfirmMode | undefined): ConfirmMode | undefined => {
    const isSensitive = isMarkedSensitive(subject);
    let mode = found;
    for (const { confirm, caller, targets } of compiled) {
      if (mode !== undefined && strictness[mode] >= strictness[confirm]) continue;
      const fits = targets.some(
        (target) =>
          (target.isForReads || subject.effect !== "read") &&
          target.isNamed(subject.target, subject.effect) &&
          target.fits(subject, isSensitive),
      );
      if (fits && caller.applies(subject.caller)) mode = confirm;
    }
    return mode;
  };

  return {
    modeOf(subject) {
      const behind = referred(subject);
      const mode = modeAs(subject, undefined);
      return behind ? modeAs(behind, mode) : mode;
    },
  };
}

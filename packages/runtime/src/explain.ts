import { type Caller, type Effect, ToolError, targetName } from "@agent-tools/contract";
import type { Catalogue } from "./catalogue.js";
import { type Confirmation, type ConfirmMode, skillConfirmMode, toolConfirmMode } from "./confirmation.js";
import { type Health, toolFailure } from "./health.js";
import type { LoadedSkill } from "./loaded-plugin.js";
import type { CallTarget } from "./path/call.js";
import type { Policy } from "./policy.js";
import { skillEffect } from "./skill-effect.js";
import type { KnownEffect } from "./tool-effect.js";

/** Why a target is hidden, denied or asked about. For operators: it tells apart what callers may not. */
export interface Explanation {
  readonly target: CallTarget;
  readonly isThere: boolean;
  /** In order, one sentence each. */
  readonly reasons: readonly string[];
  readonly effect?: Effect;
  /** Who said what the effect is. */
  readonly effectFrom?: KnownEffect["from"] | "uses";
  readonly mode?: "allow" | "shadow" | "deny";
  readonly rule?: string;
  /** Who has to agree to a call. */
  readonly confirm?: ConfirmMode;
}

/** Explains one target for one caller, from the same parts that a call uses. Nothing is run. */
export async function explain(
  {
    catalogue,
    policy,
    confirmation,
    health,
  }: {
    readonly catalogue: Catalogue;
    readonly policy: Policy;
    readonly confirmation: Confirmation;
    readonly health: Health;
  },
  target: Extract<CallTarget, { readonly tool: string } | { readonly skill: string }>,
  caller: Caller,
): Promise<Explanation> {
  const { kind, name } = targetName(target);
  const absent = (reason: string): Explanation => ({ target, isThere: false, reasons: [reason] });
  const owner = catalogue.plugins.get(target.plugin);
  if (!owner)
    return absent(
      `No plugin has the prefix "${target.plugin}". It was not configured, or it was left out when the host started.`,
    );

  const loading = await Promise.allSettled([catalogue.load(target.plugin, caller)]);
  const snapshot = catalogue.snapshot(caller);
  const tool = "tool" in target ? snapshot.lists.get(target.plugin)?.tools.get(target.tool) : undefined;
  const skill = "skill" in target ? owner.skills.get(target.skill) : undefined;
  if (!tool && !skill) {
    const failed = loading[0]?.status === "rejected" ? ` ${ToolError.from(loading[0].reason).message}` : "";
    return absent(`Plugin "${target.plugin}" has no ${kind} "${name}".${kind === "tool" ? failed : ""}`);
  }

  const effect = tool ? tool.known.effect : skill ? skillEffect(skill, snapshot) : "write";
  const effectFrom = tool ? tool.known.from : "uses";
  const subject = { target, caller, effect, ...(tool ? { tool: tool.tool } : {}) };
  const { mode, rule } = policy.decide(subject);
  const confirm = tool
    ? toolConfirmMode(tool, caller, confirmation)
    : skillConfirmMode(skill as LoadedSkill, owner, snapshot, caller, confirmation);
  const failure = toolFailure("tool" in target ? health.of(target.plugin, target.tool, caller) : undefined);
  const reasons = [
    `Its effect is ${effect}, ${sources[effectFrom]}.`,
    mode === "deny"
      ? `It is denied${byRule(rule)}: neither announced nor callable.`
      : mode === "shadow"
        ? `It is rehearsed only${byRule(rule)}: announced, and never executed.`
        : `It may be used${byRule(rule)}.`,
    ...(policy.explain?.(subject) ?? []),
    confirm === "none" && effect === "read" ? "It only reads, so nothing is asked." : asking[confirm],
    ...(tool?.input.problem === undefined
      ? []
      : [`Its input schema does not compile, so arguments are not checked: ${tool.input.problem}`]),
    ...(failure === "" ? [] : [`It ${failure}.`]),
  ];
  return {
    target,
    isThere: true,
    reasons,
    effect,
    effectFrom,
    mode,
    confirm,
    ...(rule === undefined ? {} : { rule }),
  };
}

const asking: Readonly<Record<ConfirmMode, string>> = {
  model: "A call has to be confirmed.",
  human: "A person has to approve each call.",
  none: "No confirmation is asked for it.",
};

const sources: Readonly<Record<KnownEffect["from"] | "uses", string>> = {
  operator: "which the operator says",
  plugin: "which the plugin says",
  adapter: "which the adapter knows",
  annotations: "which the definition's annotations say",
  default: "since nobody says that it only reads",
  uses: "the strongest of what it uses",
};

function byRule(rule: string | undefined): string {
  return rule === undefined ? "" : ` by ${rule}`;
}

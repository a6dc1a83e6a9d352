import { type Caller, targetName } from "@agent-tools/contract";
import type { Pattern, PolicyDocument, PolicyMode, TargetPattern } from "@agent-tools/governance";
import type { PolicySubject } from "@agent-tools/runtime";

/** What a policy document means, said as plainly as can be and with nothing remembered: for tests to compare with. */
export function oracle(document: PolicyDocument, subject: PolicySubject): PolicyMode {
  const { caller } = subject;
  const isSensitive =
    subject.tool?.["_meta"]?.["agent-tools/sensitive"] === true ||
    (document.sensitive ?? []).some((pattern) => isTarget(pattern, subject, false));
  if (isSensitive && caller.model?.locality !== "local") return "deny";
  const about = document.rules.filter(({ for: pattern = {} }) => isNamed(pattern, caller));
  if (about.length === 0) return document.withoutRules === "ungoverned" ? "allow" : "deny";
  const fitting = about.filter(
    ({ for: pattern = {}, targets = {} }) =>
      isCaller(pattern, caller) &&
      [targets].flat().some((each) => isTarget(each as TargetPattern, subject, isSensitive)),
  );
  if (fitting.some(({ channels }) => channels && !channels.includes(caller.channel))) return "deny";
  for (const mode of ["deny", "shadow", "allow"] as const) if (fitting.some((rule) => rule.mode === mode)) return mode;
  return "deny";
}

type CallerPattern = NonNullable<PolicyDocument["rules"][number]["for"]>;

function isNamed({ workspace, agent, caller }: CallerPattern, asking: Caller): boolean {
  return isText(workspace, asking.workspace) && isText(agent, asking.agent) && isText(caller, asking.caller);
}

function isCaller({ role, channel, externalReferenceIds = {} }: CallerPattern, asking: Caller): boolean {
  return (
    isText(channel, asking.channel) &&
    (role === undefined || (asking.roles ?? []).some((each) => isText(role, each))) &&
    Object.entries(externalReferenceIds).every(([key, pattern]) => {
      const id = asking.externalReferenceIds?.[key];
      return id !== undefined && isText(pattern, id);
    })
  );
}

function isTarget(pattern: TargetPattern, { target, effect, tool }: PolicySubject, isSensitive: boolean): boolean {
  const { kind, name } = targetName(target);
  const kinds = (["tool", "skill", "resource", "prompt"] as const).filter((each) => pattern[each] !== undefined);
  return (
    isText(pattern.plugin, target.plugin) &&
    (kinds.length === 0 || (kinds.includes(kind) && isText(pattern[kind], name))) &&
    (pattern.effect === undefined || [pattern.effect].flat().includes(effect)) &&
    (pattern.sensitivity === undefined || (pattern.sensitivity === "sensitive") === isSensitive) &&
    Object.entries(pattern.annotations ?? {}).every(
      ([key, value]) => tool !== undefined && (tool.annotations?.[key] ?? key === "openWorldHint") === value,
    )
  );
}

function isText(pattern: Pattern | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  return [pattern].flat().some((each) => {
    const parts = each.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
  });
}

import type { Caller } from "@agent-tools/contract";
import type { PolicyDecision, PolicySubject } from "@agent-tools/runtime";
import type { ExplainingPolicy, PolicyExplanation } from "../policy/policy.js";
import type { OwnDefinitions } from "./own-definitions.js";
import type { ToolsetView } from "./resolve-toolsets.js";

const NOT_IN_ANY = "It is in none of the toolsets of this agent.";
const outside: PolicyDecision = { mode: "deny", rule: "toolset" };

/** What a caller's toolsets come to: a view, or what holds without any. */
export type ToolsetOf = (caller: Caller) => ToolsetView | "everything" | "nothing";

/**
 * The policy behind toolsets: what is not in a caller's toolsets is denied, and what is there is decided by its own name,
 * whatever the toolset calls it.
 */
export function toolsetPolicy(
  inner: ExplainingPolicy,
  toolsetOf: ToolsetOf,
  own: OwnDefinitions,
  onChange: (listener: () => void) => () => void,
): ExplainingPolicy {
  const seenThrough = (subject: PolicySubject): PolicySubject | undefined => {
    const view = toolsetOf(subject.caller);
    if (view === "everything") return subject;
    if (view === "nothing") return undefined;
    const { target } = subject;
    if ("tool" in target) {
      const { plugin } = target;
      const entry = view.tools.get(plugin)?.get(target.tool);
      const tool = entry && (own.find(plugin, subject.caller, entry.tool) ?? subject.tool);
      return entry && { ...subject, target: { plugin, tool: entry.tool }, ...(tool && { tool }) };
    }
    const isThere = "skill" in target && view.skills.has(JSON.stringify([target.plugin, target.skill]));
    return isThere ? subject : undefined;
  };
  return {
    decide(subject) {
      const seen = seenThrough(subject);
      return seen ? inner.decide(seen) : outside;
    },
    ...(inner.explanation && {
      explanation(subject: PolicySubject): PolicyExplanation {
        const seen = seenThrough(subject);
        const found = seen && inner.explanation?.(seen);
        return found ?? { ...outside, isGoverned: true, isSensitive: false, reasons: [NOT_IN_ANY] };
      },
    }),
    explain(subject) {
      const seen = seenThrough(subject);
      if (!seen) return [NOT_IN_ANY];
      const { target } = seen;
      const isRenamed = "tool" in target && "tool" in subject.target && target.tool !== subject.target.tool;
      const note = isRenamed ? [`It is the tool "${target.tool}" under the name that a toolset gives it.`] : [];
      return [...note, ...(inner.explain?.(seen) ?? [])];
    },
    onChange(listener) {
      const stops = [onChange(listener), inner.onChange?.(listener)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}

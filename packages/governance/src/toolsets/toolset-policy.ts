import type { Caller } from "@agent-tools/contract";
import type { Policy, PolicyDecision, PolicySubject } from "@agent-tools/runtime";
import type { ToolsetView } from "./resolve-toolsets.js";

const outside: PolicyDecision = { mode: "deny", rule: "toolset" };

/** What a caller's toolsets come to: a view, or what holds without any. */
export type ToolsetOf = (caller: Caller) => ToolsetView | "everything" | "nothing";

/**
 * The policy behind toolsets: what is not in a caller's toolsets is denied, and what is there is decided by its own name,
 * whatever the toolset calls it.
 */
export function toolsetPolicy(
  inner: Policy,
  toolsetOf: ToolsetOf,
  onChange: (listener: () => void) => () => void,
): Policy {
  const seenThrough = (subject: PolicySubject): PolicySubject | undefined => {
    const view = toolsetOf(subject.caller);
    if (view === "everything") return subject;
    if (view === "nothing") return undefined;
    const { target } = subject;
    if ("tool" in target) {
      const entry = view.tools.get(target.plugin)?.get(target.tool);
      return entry && { ...subject, target: { plugin: target.plugin, tool: entry.tool } };
    }
    const isThere = "skill" in target && view.skills.has(JSON.stringify([target.plugin, target.skill]));
    return isThere ? subject : undefined;
  };
  return {
    decide(subject) {
      const seen = seenThrough(subject);
      return seen ? inner.decide(seen) : outside;
    },
    explain(subject) {
      const seen = seenThrough(subject);
      if (!seen) return ["It is in none of the toolsets of this agent."];
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

import type { Caller, Effect, Target, Tool } from "@agent-tools/contract";

/** What a policy decides about. */
export interface PolicySubject {
  readonly target: Target;
  readonly caller: Caller;
  readonly effect: Effect;
  /** The tool's definition; absent for a skill. */
  readonly tool?: Tool;
}

/** `deny`: neither announced nor callable. `shadow`: announced, never executed. `rule` names what decided. */
export interface PolicyDecision {
  readonly mode: "allow" | "shadow" | "deny";
  readonly rule?: string;
}

/** Who may use which tool. Asked for every listing, every hit and every call; it must be fast and must not throw. */
export interface Policy {
  decide(subject: PolicySubject): PolicyDecision;
  /** What led to the decision, one sentence each. For operators. */
  explain?(subject: PolicySubject): readonly string[];
  /** Calls back when it may decide otherwise than before. Returns how to stop. */
  onChange?(listener: () => void): () => void;
}

/** The policy of a host that gives none: everything that is connected may be used. */
export const ungoverned: Policy = { decide: () => ({ mode: "allow" }) };

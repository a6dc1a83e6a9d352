import type { Effect } from "@agent-tools/contract";

/** What a caller may do with a target. `shadow`: announced, never executed. `deny`: neither announced nor callable. */
export type PolicyMode = "allow" | "shadow" | "deny";

/** A text, or several of which one has to fit; `*` stands for any characters. */
export type Pattern = string | readonly string[];

/** Which callers a rule is for. Every field that is given has to fit; none given fits every caller. */
export interface CallerPattern {
  readonly workspace?: Pattern;
  readonly agent?: Pattern;
  readonly caller?: Pattern;
  /** One of the caller's roles. */
  readonly role?: Pattern;
  readonly channel?: Pattern;
  /** The host's own ids, each of which the caller has to have. */
  readonly externalReferenceIds?: Readonly<Record<string, Pattern>>;
}

/**
 * Which targets a rule is for. Every field that is given has to fit. Where none of `tool`, `skill`, `resource` and
 * `prompt` is given, targets of every kind fit; else those of the kinds that are given.
 */
export interface TargetPattern {
  readonly plugin?: Pattern;
  readonly tool?: Pattern;
  readonly skill?: Pattern;
  /** A resource's URI. */
  readonly resource?: Pattern;
  readonly prompt?: Pattern;
  /** The effect as the runtime knows it, which no upstream can make milder. */
  readonly effect?: Effect | readonly Effect[];
  /** A tool's own claims, by exact value. The hints that MCP 2025-11-25 defines have its defaults where they are absent. */
  readonly annotations?: Readonly<Record<string, boolean | number | string>>;
  readonly sensitivity?: "sensitive" | "normal";
}

/** One rule. Its order among the others means nothing: of the rules that fit, the most restrictive decides. */
export interface PolicyRule {
  /** Names the rule in records and explanations. Default: `rule 1` for the first, and so on. */
  readonly name?: string;
  /** Absent means every caller. */
  readonly for?: CallerPattern;
  /** One of these has to fit. Absent means every target. */
  readonly targets?: TargetPattern | readonly TargetPattern[];
  readonly mode: PolicyMode;
  /** A restriction: on any other channel the targets of this rule are denied, whatever other rules say. */
  readonly channels?: readonly string[];
}

/** A whole policy, as data. */
export interface PolicyDocument {
  readonly rules: readonly PolicyRule[];
  /**
   * What holds for a caller whose workspace, agent and name fit no rule: everything is allowed, or nothing. For a caller
   * who fits one, what no rule grants is denied.
   */
  readonly withoutRules: "ungoverned" | "denied";
  /**
   * Targets that are sensitive, beside the tools that say so themselves (`_meta["agent-tools/sensitive"]: true`). They
   * never reach a caller whose model is not known to be local.
   */
  readonly sensitive?: readonly TargetPattern[];
}

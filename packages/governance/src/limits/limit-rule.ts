import type { CallerPattern, TargetPattern } from "../policy/policy-document.js";

/** Which targets a limit is for, by their names. */
export type LimitedTargets = Pick<TargetPattern, "plugin" | "tool" | "skill" | "resource" | "prompt">;

/** One limit. Every rule that fits a call has to let it in. */
export interface LimitRule {
  /** Names it in refusals. Default: `limit 1` for the first, and so on. */
  readonly name?: string;
  /** Absent means every caller. */
  readonly for?: CallerPattern;
  /** Absent means every target. */
  readonly targets?: LimitedTargets | readonly LimitedTargets[];
  /** What has a count of its own: each caller, each tool, or each caller's use of each tool. Default `caller and tool`. */
  readonly each?: "caller" | "tool" | "caller and tool" | "workspace";
  /** At most so many calls begin in a window of so many seconds. */
  readonly rate?: { readonly calls: number; readonly perSeconds: number };
  /** At most so many calls run at once. */
  readonly concurrency?: number;
  /** At most so many units are spent in a window of so many seconds; a call costs 1, or what the first fitting cost says. */
  readonly budget?: {
    readonly units: number;
    readonly perSeconds: number;
    readonly costs?: readonly { readonly targets: LimitedTargets; readonly units: number }[];
  };
}

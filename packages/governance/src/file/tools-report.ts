import type { Caller, Effect } from "@agent-tools/contract";
import type { PolicySubject, Runtime } from "@agent-tools/runtime";
import type { Audit } from "../audit/audit.js";
import type { AuditEvent } from "../audit/audit-event.js";
import { isMarkedSensitive } from "../policy/compiled-policy.js";
import type { ExplainingPolicy, PolicyExplanation } from "../policy/policy.js";
import type { PolicyMode } from "../policy/policy-document.js";
import type { Governance } from "./load-governance.js";

/** What a caller may do with one tool, on the channel that it asks from. */
export interface ToolPermission {
  readonly plugin: string;
  readonly tool: string;
  readonly mode: PolicyMode;
  readonly rule?: string;
  readonly effect: Effect;
  readonly isSensitive: boolean;
  /** The only channels on which it may be used; absent where no rule restricts them. */
  readonly channels?: readonly string[];
}

/** What a report is made from. */
export interface ToolsReportOptions {
  readonly runtime: Pick<Runtime, "inventory">;
  /** The one that the runtime was given. */
  readonly policy: ExplainingPolicy;
  readonly caller: Caller;
  /** Without it there is no activity to report. */
  readonly audit?: Pick<Audit, "recent">;
  /** The file that the policy came from, which also knows the caller's shield. */
  readonly governance?: Pick<Governance, "isGoverned" | "shieldOf">;
  /** How many of the newest events are shown. Default 10. */
  readonly activity?: number;
}

/** The answer to `/tools`: text for a person, and the same as data. No model has a part in it. */
export interface ToolsReport {
  readonly text: string;
  readonly isGoverned: boolean;
  readonly shield?: string;
  readonly tools: readonly ToolPermission[];
  /** The newest first. */
  readonly activity: readonly AuditEvent[];
}

/** The effective permissions of a caller and what it lately did. */
export async function toolsReport(options: ToolsReportOptions): Promise<ToolsReport> {
  const { runtime, policy, caller, audit, governance } = options;
  const shield = governance?.shieldOf(caller);
  const tools: ToolPermission[] = [];
  let isRuled = false;
  for (const { plugin, tool, effect } of await runtime.inventory(caller)) {
    const found = explained(policy, { target: { plugin, tool: tool.name }, caller, effect, tool });
    isRuled ||= found.isGoverned;
    const { mode, rule, channels, isSensitive } = found;
    tools.push({
      ...{ plugin, tool: tool.name, mode, effect, isSensitive },
      ...(rule !== undefined && { rule }),
      ...(channels !== undefined && { channels }),
    });
  }
  const isGoverned = governance?.isGoverned(caller) ?? isRuled;
  const { workspace, agent, caller: name } = caller;
  const activity = audit?.recent({ workspace, agent, caller: name }, options.activity ?? 10) ?? [];
  const text = [
    `Tools of agent "${agent}" for "${name}" on channel "${caller.channel}":`,
    ...(isGoverned
      ? []
      : ["UNGOVERNED: no policy is about this agent; every listed tool is allowed on every channel."]),
    ...(shield === undefined ? [] : [`Network shield: ${shield}.`]),
    ...tools.map(permissionLine),
    activity.length === 0 ? "No recent activity." : "Recent activity, the newest first:",
    ...activity.map(activityLine),
  ].join("\n");
  return { text, isGoverned, ...(shield !== undefined && { shield }), tools, activity };
}

function explained(policy: ExplainingPolicy, subject: PolicySubject): PolicyExplanation {
  const isSensitive = isMarkedSensitive(subject);
  return policy.explanation?.(subject) ?? { ...policy.decide(subject), isGoverned: true, isSensitive, reasons: [] };
}

function permissionLine({ plugin, tool, mode, rule, effect, isSensitive, channels }: ToolPermission): string {
  const facts = [
    effect,
    ...(isSensitive ? ["sensitive: local models only"] : []),
    ...(channels === undefined ? [] : [`channels: ${channels.join(", ") || "none"}`]),
    ...(rule === undefined ? [] : [`by ${rule}`]),
  ];
  return `  ${mode.padEnd(6)} ${plugin}:${tool} (${facts.join("; ")})`;
}

function activityLine({ at, event, plugin, name, channel, rule, latencyMs }: AuditEvent): string {
  return `  ${at} ${event} ${plugin}:${name} on ${channel}${rule === undefined ? "" : ` by ${rule}`}, ${latencyMs} ms`;
}

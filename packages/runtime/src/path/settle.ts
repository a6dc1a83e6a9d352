import { ToolError } from "@agent-tools/contract";
import { settle as settleValue } from "@agent-tools/schema";
import type { ToolEntry } from "../tool-list.js";
import type { Call, Resolved } from "./call.js";

/**
 * Brings the arguments to the target's schema: a valid value passes as it is, every change is recorded. Those of a verbatim
 * call are checked, and refused where they do not fit.
 */
export function settle(call: Call): void {
  const resolved = call.resolved as Resolved;
  if (resolved.kind === "resource" || resolved.kind === "prompt") return;
  if (call.request.isVerbatim === true && resolved.kind === "tool") {
    check(call, resolved.entry);
    return;
  }
  const [name, schema] =
    resolved.kind === "tool"
      ? [resolved.entry.tool.name, resolved.entry.tool.inputSchema]
      : [resolved.entry.name, resolved.entry.skill.meta?.inputSchema];
  const settled = settleValue(schema, call.arguments ?? {}, { toolName: name });
  if ("error" in settled) throw settled.error;
  if (typeof settled.value !== "object" || settled.value === null || Array.isArray(settled.value)) {
    throw new ToolError("invalid_arguments", `The arguments of "${name}" must be an object of name to value.`);
  }
  call.arguments = settled.value;
  call.changes = [...call.changes, ...settled.changes];
}

function check(call: Call, { tool: { name }, input }: ToolEntry): void {
  call.arguments ??= {};
  const issues = input.check(call.arguments);
  if (issues.length === 0) return;
  const told = issues.map(({ path, message }) => `${path || "the arguments"} ${message}`).join("; ");
  throw new ToolError("invalid_arguments", `The arguments of "${name}" do not fit its schema: ${told}.`);
}

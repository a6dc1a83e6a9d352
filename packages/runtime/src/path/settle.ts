import { ToolError } from "@agent-tools/contract";
import { settle as settleValue } from "@agent-tools/schema";
import type { Call, Resolved } from "./call.js";

/** Brings the arguments to the target's schema: a valid value passes as it is, every change is recorded. */
export function settle(call: Call): void {
  const resolved = call.resolved as Resolved;
  if (resolved.kind === "resource") return;
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

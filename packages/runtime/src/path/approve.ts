import { ToolError, targetName } from "@agent-tools/contract";
import { declaredEffect, toolsOfSkill } from "../skill-effect.js";
import type { Call, PathHost, Resolved } from "./call.js";

/**
 * Sees that whoever calls means the change. What only reads passes, and so does a plugin that asks for no confirmation.
 * A skill's confirmation covers the writes it makes, never what destroys.
 */
export function approve(call: Call, { catalogue }: PathHost): void {
  const { parent, request } = call;
  call.isConfirmed = request.confirm === true || parent?.isConfirmed === true;
  if (call.isShadowed || call.effect === "read") return;
  const resolved = call.resolved as Resolved;
  const { kind, name } = targetName(request.target);
  const where = `${kind === "tool" ? "Tool" : "Skill"} "${name}" of plugin "${request.target.plugin}"`;

  const changing =
    resolved.kind === "tool"
      ? [resolved.entry]
      : toolsOfSkill(resolved.entry, catalogue.snapshot(call.caller)).filter(({ known }) => known.effect !== "read");
  const asking = changing.filter(({ owner }) => owner.plugin.requireConfirm !== false);
  if (asking.length === 0 && (changing.length > 0 || resolved.owner.plugin.requireConfirm === false)) return;

  const isDestructiveInSkill =
    resolved.kind === "tool"
      ? parent !== undefined && call.effect === "destructive"
      : asking.some((used) => declaredEffect(resolved.entry, used) === "destructive");
  if (isDestructiveInSkill) {
    throw new ToolError("approval_required", `${where} destroys or overwrites things.`, {
      hint: "A skill's confirm covers writes only. If this is wanted, call the destructive tool itself with confirm: true.",
    });
  }
  if (call.isConfirmed) return;
  const does = call.effect === "destructive" ? "destroys or overwrites things" : "changes things";
  throw new ToolError("confirmation_required", `${where} ${does}, and the call is not confirmed.`);
}

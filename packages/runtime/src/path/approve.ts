import { ToolError, targetName } from "@agent-tools/contract";
import { toolsOfSkill } from "../skill-effect.js";
import type { ToolEntry } from "../tool-list.js";
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

  if (call.effect === "destructive" && (parent !== undefined || resolved.kind === "skill")) {
    const names = asking.filter(isDestructive).map(({ tool }) => `"${tool.name}"`);
    if (names.length > 0) {
      throw new ToolError("approval_required", `${where} destroys or overwrites things through ${names.join(", ")}.`, {
        hint: "A skill's confirm covers writes only. If this is wanted, call that tool itself with confirm: true.",
      });
    }
  }
  if (call.isConfirmed) return;
  const does = call.effect === "destructive" ? "destroys or overwrites things" : "changes things";
  throw new ToolError("confirmation_required", `${where} ${does}, and the call is not confirmed.`);
}

function isDestructive({ known }: ToolEntry): boolean {
  return known.effect === "destructive";
}

import type { Effect, Tool } from "@agent-tools/contract";
import type { LoadedPlugin } from "./loaded-plugin.js";

/** A tool's effect, and who said so. */
export interface KnownEffect {
  readonly effect: Effect;
  readonly from: "operator" | "plugin" | "adapter" | "annotations" | "default";
}

/**
 * The one effect of a tool: the operator's word, then the plugin's, then what the adapter's code knows. What a
 * definition's annotations say can only raise it, unless the plugin trusts them. Unknown is `write`.
 */
export function toolEffect(
  owner: LoadedPlugin,
  tool: Tool,
  operator: ReadonlyMap<string, Effect> | undefined,
): KnownEffect {
  const told = operator?.get(tool.name);
  if (told !== undefined) return { effect: told, from: "operator" };
  const { effects, readonlyTools, trustAnnotations = false } = owner.plugin;
  const declared = effects && Object.hasOwn(effects, tool.name) ? effects[tool.name] : undefined;
  if (declared !== undefined) return { effect: declared, from: "plugin" };
  if (readonlyTools?.includes(tool.name)) return { effect: "read", from: "plugin" };

  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  if (destructiveHint === true && readOnlyHint !== true) return { effect: "destructive", from: "annotations" };
  const known = owner.adapter.effect?.(tool.name);
  if (known === "read" && readOnlyHint === false) return { effect: "write", from: "annotations" };
  if (known !== undefined) return { effect: known, from: "adapter" };
  if (trustAnnotations && readOnlyHint === true) return { effect: "read", from: "annotations" };
  return { effect: "write", from: "default" };
}

/** What a call is aimed at. The identity is structured: the parts are never joined into one string. */
export type Target =
  | { readonly plugin: string; readonly tool: string }
  | { readonly plugin: string; readonly skill: string }
  | { readonly plugin: string; readonly resource: string }
  | { readonly plugin: string; readonly prompt: string };

/** A target's kind and name. */
export function targetName(target: Target): {
  readonly kind: "tool" | "skill" | "resource" | "prompt";
  readonly name: string;
} {
  if ("tool" in target) return { kind: "tool", name: target.tool };
  if ("skill" in target) return { kind: "skill", name: target.skill };
  if ("resource" in target) return { kind: "resource", name: target.resource };
  return { kind: "prompt", name: target.prompt };
}

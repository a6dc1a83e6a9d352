import { digestOf } from "../digest.js";
import type { Resolved } from "./call.js";

/** The digest of what a call is about to use: it changes when the definition does. */
export function definitionDigest(resolved: Resolved): string {
  if (resolved.kind === "tool") return digestOf(resolved.entry.tool);
  if (resolved.kind === "resource") return digestOf({ uri: resolved.uri });
  if (resolved.kind === "prompt") return digestOf({ prompt: resolved.name });
  const { name, skill } = resolved.entry;
  return digestOf({ name, meta: skill.meta, run: String(skill.run) });
}

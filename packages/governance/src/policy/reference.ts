import { isObject, type Tool } from "@agent-tools/contract";
import type { PolicySubject } from "@agent-tools/runtime";

const REFERENCE = "agent-tools/reference";

/** What a reference may say in words of its own. */
const words = ["name", "title", "description"] as const;

/** A tool's words. Where they are absent here, its own plugin has none. */
export type ToolWords = Partial<Pick<Tool, (typeof words)[number]>>;

/**
 * The tool of a plugin in other words, with a note of whose it is and of the words that it has there. Such a note only
 * narrows what may be used, so that anybody who makes one is believed.
 */
export function referring(tool: Tool, plugin: string, others: ToolWords): Tool {
  const own = Object.fromEntries(words.filter((field) => field in tool).map((field) => [field, tool[field]]));
  return { ...tool, ...others, _meta: { ...tool["_meta"], [REFERENCE]: { plugin, own } } };
}

type Behind = Pick<PolicySubject, "target"> & { readonly tool: Tool };

/** A definition that a runtime handed out is known again by its identity; whoever digests what stands behind it relies on the same. */
const known = new WeakMap<Tool, Behind>();

/** The subject as the tool that it refers to, by its own name and words; undefined where it is no reference. */
export function referred(subject: PolicySubject): PolicySubject | undefined {
  const { tool } = subject;
  const noted: unknown = tool?.["_meta"]?.[REFERENCE];
  if (!tool || noted === undefined) return undefined;
  const behind = known.get(tool) ?? behindOf(tool, noted);
  if (behind === undefined) return undefined;
  known.set(tool, behind);
  return { ...subject, ...behind };
}

/** True for a tool that is a reference itself. */
export function isReference(tool: Tool): boolean {
  return tool["_meta"]?.[REFERENCE] !== undefined;
}

function behindOf(tool: Tool, noted: unknown): Behind | undefined {
  const { plugin, own } = isObject(noted) ? noted : {};
  if (typeof plugin !== "string" || !isObject(own) || typeof own["name"] !== "string") return undefined;
  const { [REFERENCE]: _, ...meta } = tool["_meta"];
  const rest = Object.fromEntries(Object.entries(tool).filter(([field]) => !words.some((word) => word === field)));
  return { target: { plugin, tool: own["name"] }, tool: { ...rest, ...own, name: own["name"], _meta: meta } };
}

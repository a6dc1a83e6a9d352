import type { Schema } from "@agent-tools/contract";
import { canonicalJson } from "./canonical-json.js";
import type { Keywords } from "./keywords.js";
import type { Profile } from "./profiles.js";

/** True for a node that only null fits. */
export function isNull(node: Schema): boolean {
  return typeof node === "object" && (node["type"] === "null" || ("const" in node && node["const"] === null));
}

/** The only values of a node; undefined where it is more than a list of values. */
export function constantsOf(node: Keywords): readonly unknown[] | undefined {
  if (isNull(node)) return [null];
  return "const" in node ? [node["const"]] : (node["enum"] as unknown[] | undefined);
}

/** What stands beside a union of constants, with what the branches say about theirs. */
export function withConstants(beside: Keywords, branches: readonly Keywords[]): Keywords {
  const told = branches.flatMap((branch) => {
    const words = branch["description"] ?? branch["title"];
    const [value] = constantsOf(branch) ?? [];
    return words === undefined || value === undefined ? [] : [`${JSON.stringify(value)}: ${words}`];
  });
  if (told.length === 0) return beside;
  return { ...beside, description: [beside["description"], ...told].filter(Boolean).join("\n") };
}

/** A union that nothing may stand beside, its description given to the first branch. */
export function withFirstDescribed(union: Keywords, { description }: Keywords): Keywords {
  const [first, ...others] = (union["anyOf"] ?? []) as readonly Keywords[];
  if (description === undefined || !first) return description === undefined ? union : { ...union, description };
  if ("anyOf" in first) return { anyOf: [withFirstDescribed(first, { description }), ...others] };
  return {
    anyOf: [{ ...first, description: [description, first["description"]].filter(Boolean).join("\n") }, ...others],
  };
}

/** The nodes without repetitions. */
export function distinct(nodes: readonly Keywords[]): Keywords[] {
  return [...new Map(nodes.map((node) => [canonicalJson(node), node])).values()];
}

/** A lowered node that nothing but null fits. */
export function onlyNull({ description }: Keywords, nullBy: Profile["nullBy"]): Keywords {
  const nothing = nullBy === "type" ? { type: "null" } : { type: "string", nullable: true };
  return description === undefined ? nothing : { ...nothing, description };
}

/** A lowered node that null fits too. */
export function nullable(lowered: Keywords, nullBy: Profile["nullBy"]): Keywords {
  if (nullBy === "nullable") {
    const branches = lowered["anyOf"] as readonly Keywords[] | undefined;
    if (!branches) return { ...lowered, nullable: true };
    return { ...lowered, anyOf: branches.map((branch) => nullable(branch, nullBy)) };
  }
  if (Array.isArray(lowered["anyOf"])) {
    const branches = lowered["anyOf"] as readonly Keywords[];
    return branches.some(isNull) ? lowered : { ...lowered, anyOf: [...branches, { type: "null" }] };
  }
  if ("$ref" in lowered || "oneOf" in lowered) {
    const { description, ...rest } = lowered;
    return { anyOf: [rest, { type: "null" }], ...(description === undefined ? {} : { description }) };
  }
  if (lowered["type"] === undefined) return lowered;
  const types = [...new Set([lowered["type"], "null"].flat())];
  const values = lowered["enum"] as readonly unknown[] | undefined;
  return { ...lowered, type: types, ...(values && { enum: [...new Set([...values, null])] }) };
}

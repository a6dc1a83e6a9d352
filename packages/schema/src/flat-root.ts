import type { Schema } from "@agent-tools/contract";
import { canonicalJson } from "./canonical-json.js";
import type { Keywords } from "./keywords.js";
import { declaredTypes, mergedNode } from "./merge-schemas.js";
import { TypeWriter } from "./type-text.js";

/** A root that is one plain object, and what that lost, in words. */
export interface FlatRoot {
  readonly node: Keywords;
  readonly losses: readonly string[];
}

/**
 * The root of a schema form as one object without a union: with the properties of every branch, of which those are
 * required that every branch requires. The description tells the branches.
 */
export function flatRoot(schema: Schema): FlatRoot {
  const root: Keywords = typeof schema === "boolean" ? {} : schema;
  const merged = mergedNode(schema, root);
  const { anyOf, oneOf, $defs: _, ...own } = typeof merged === "boolean" ? {} : merged;
  const losses: string[] = [];
  let node: Keywords = own;
  for (const union of [anyOf, oneOf] as (readonly Schema[] | undefined)[]) {
    if (!union) continue;
    const branches = union.map((branch) =>
      flatRoot(typeof branch === "boolean" ? branch : { ...branch, $defs: root["$defs"] }),
    );
    node = withBranches(
      node,
      branches.map((branch) => branch.node),
    );
    const writer = new TypeWriter(root, { depth: 2 });
    const types = [...new Set(union.map((branch) => writer.type(branch)))].join(" | ");
    const told = `The properties must fit ${union === oneOf ? "exactly one" : "one"} of: ${types.slice(0, 600)}`;
    node = { ...node, description: [node["description"], told].filter(Boolean).join("\n") };
    losses.push("its alternatives are one object, and told in the description");
  }
  const types = declaredTypes(node);
  if (types && !types.includes("object")) {
    losses.push(`it wants ${types.join(" or ")}, but arguments are always an object`);
    node = {};
  }
  return { node: { ...node, type: "object" }, losses };
}

function withBranches(own: Keywords, branches: readonly Keywords[]): Keywords {
  const properties = new Map(Object.entries((own["properties"] ?? {}) as Record<string, Schema>));
  const declared = new Set(properties.keys());
  for (const branch of branches) {
    for (const [name, property] of Object.entries((branch["properties"] ?? {}) as Record<string, Schema>)) {
      // What is declared beside the union rules whatever a branch adds to it.
      if (declared.has(name)) continue;
      const known = properties.get(name);
      properties.set(name, known === undefined ? property : either(known, property));
    }
  }
  const required = branches.map((branch) => (branch["required"] ?? []) as readonly string[]);
  const common = (required[0] ?? []).filter((name) => required.every((names) => names.includes(name)));
  const { properties: _, required: needed = [], additionalProperties, ...rest } = own;
  const isClosed =
    additionalProperties === false || branches.every((branch) => branch["additionalProperties"] === false);
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    required: [...new Set([...(needed as string[]), ...common])],
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

/** A schema of either. */
function either(one: Schema, other: Schema): Schema {
  if (canonicalJson(one) === canonicalJson(other)) return one;
  const union = typeof one === "object" && Object.keys(one).length === 1 ? one["anyOf"] : undefined;
  const known = Array.isArray(union) ? (union as Schema[]) : [one];
  const isKnown = known.some((branch) => canonicalJson(branch) === canonicalJson(other));
  return isKnown ? one : { anyOf: [...known, other] };
}

import { isObject, type Schema } from "@agent-tools/contract";
import { canonicalJson } from "./canonical-json.js";
import type { Keywords } from "./keywords.js";

/** The node that a reference of a schema form names. */
export function referredSchema(reference: string, root: Keywords): Schema {
  const definitions = root["$defs"] as Readonly<Record<string, Schema>>;
  return definitions[reference.slice("#/$defs/".length)] as Schema;
}

/** Told of each keyword that stood in both of two merged schemas, and of which only the first value stays. */
type Lost = (keyword: string) => void;

/**
 * A node with its reference and `allOf` merged into it, one level deep: what stands below still refers. Where two parts
 * say what one keyword cannot hold (two patterns, two unions), the first stays.
 */
export function mergedNode(node: Schema, root: Keywords, lost?: Lost): Schema {
  if (typeof node === "boolean") return node;
  const { $ref: reference, allOf, ...own } = node;
  if (reference === undefined && allOf === undefined) return node;
  const parts = ((allOf ?? []) as Schema[]).map((part) => mergedNode(part, root, lost));
  if (typeof reference === "string") parts.unshift(mergedNode(referredSchema(reference, root), root, lost));
  return parts.reduce<Schema>((merged, part) => mergeSchemas(merged, part, lost), own);
}

/** One schema that says what both say, as far as one can. */
export function mergeSchemas(first: Schema, second: Schema, lost?: Lost): Schema {
  if (first === false || second === false) return false;
  if (first === true) return second;
  if (second === true) return first;
  const merged: Record<string, unknown> = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    const merge = merges.get(keyword);
    if (!Object.hasOwn(merged, keyword)) merged[keyword] = value;
    else if (merge) merged[keyword] = merge(merged[keyword], value);
    else if (!notes.has(keyword) && canonicalJson(merged[keyword]) !== canonicalJson(value)) lost?.(keyword);
  }
  // An intersection that leaves nothing.
  return [merged["type"], merged["enum"]].some((list) => Array.isArray(list) && list.length === 0) ? false : merged;
}

/** Keywords of which two values do not contradict each other. */
const notes: ReadonlySet<string> = new Set(["title", "description", "default", "examples", "deprecated"]);

const larger = (a: unknown, b: unknown): unknown => Math.max(a as number, b as number);
const smaller = (a: unknown, b: unknown): unknown => Math.min(a as number, b as number);
const both = (a: unknown, b: unknown): unknown => mergeSchemas(a as Schema, b as Schema);
const bothMaps = (a: unknown, b: unknown): unknown => {
  const [one, two] = [a, b] as [Readonly<Record<string, Schema>>, Readonly<Record<string, Schema>>];
  const added = Object.entries(two).map(([key, schema]) => [
    key,
    Object.hasOwn(one, key) ? mergeSchemas(one[key] as Schema, schema) : schema,
  ]);
  return Object.fromEntries([...Object.entries(one), ...added]);
};

const merges: ReadonlyMap<string, (a: unknown, b: unknown) => unknown> = new Map([
  ["type", commonTypes],
  ["enum", commonValues],
  ["required", (a, b) => [...new Set([...(a as string[]), ...(b as string[])])]],
  ["properties", bothMaps],
  ["patternProperties", bothMaps],
  ["items", both],
  ["propertyNames", both],
  ["additionalProperties", both],
  ["minimum", larger],
  ["exclusiveMinimum", larger],
  ["minLength", larger],
  ["minItems", larger],
  ["minProperties", larger],
  ["maximum", smaller],
  ["exclusiveMaximum", smaller],
  ["maxLength", smaller],
  ["maxItems", smaller],
  ["maxProperties", smaller],
]);

function commonValues(a: unknown, b: unknown): unknown {
  const texts = new Set((b as unknown[]).map(canonicalJson));
  return (a as unknown[]).filter((value) => texts.has(canonicalJson(value)));
}

function commonTypes(a: unknown, b: unknown): unknown {
  const [one, two] = [[a].flat(), [b].flat()];
  const common = one.flatMap((type) => {
    if (two.includes(type) || (type === "integer" && two.includes("number"))) return [type];
    return type === "number" && two.includes("integer") ? ["integer"] : [];
  });
  return common.length === 1 ? common[0] : common;
}

/** The types that a node declares; undefined where it declares none. */
export function declaredTypes(node: Schema): readonly string[] | undefined {
  return isObject(node) && node["type"] !== undefined ? ([node["type"]].flat() as string[]) : undefined;
}

/** The types that a node without `type` speaks of. */
export function impliedTypes(node: Keywords): readonly string[] {
  if (["properties", "required", "additionalProperties", "patternProperties"].some((keyword) => keyword in node)) {
    return ["object"];
  }
  return ["items", "prefixItems"].some((keyword) => keyword in node) ? ["array"] : [];
}

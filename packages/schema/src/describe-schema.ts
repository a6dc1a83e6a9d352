import { isObject, type Schema } from "@agent-tools/contract";
import type { Keywords } from "./keywords.js";
import { declaredTypes, impliedTypes, mergedNode } from "./merge-schemas.js";

/** Of a longer list, so many parts are told. */
const LIST_LIMIT = 20;

/** What a schema of a form wants, in a few words: "an integer, at least 1". */
export function describeSchema(schema: Schema, root: Keywords, depth = 0): string {
  const node = mergedNode(schema, root);
  if (typeof node === "boolean") return node ? "any value" : "absent";
  if ("const" in node) return json(node["const"]);
  if (Array.isArray(node["enum"])) return `one of ${listed(node["enum"].map(json))}`;
  const branches = (node["anyOf"] ?? node["oneOf"] ?? []) as readonly Schema[];
  const types = (declaredTypes(node) ?? (branches.length > 0 ? [] : impliedTypes(node))).map(
    (type) => nouns[type] ?? type,
  );
  if (branches.length > 0 && types.length === 0 && depth < 2) {
    return listed([...new Set(branches.map((branch) => describeSchema(branch, root, depth + 1)))], " or ");
  }
  const items = node["items"];
  const each = isObject(items) && depth < 2 ? [`each ${describeSchema(items, root, depth + 1)}`] : [];
  return [types.join(" or ") || "a value", ...limitPhrases(node), ...each].join(", ");
}

/** What a schema says beyond its type, a few words for each keyword. */
export function limitPhrases(node: Keywords): string[] {
  return Object.entries(phrases).flatMap(([keyword, phrase]) => {
    const words = node[keyword] === undefined ? "" : phrase(node[keyword]);
    return words === "" ? [] : [words];
  });
}

const nouns: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean (true or false)",
  null: "null",
  object: "an object",
  array: "an array",
};

const phrases: Readonly<Record<string, (value: unknown) => string>> = {
  format: (value) => `in the format ${value}`,
  pattern: (value) => `matching ${value}`,
  minimum: (value) => `at least ${value}`,
  exclusiveMinimum: (value) => `greater than ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minLength: (value) => `of at least ${value} characters`,
  maxLength: (value) => `of at most ${value} characters`,
  minItems: (value) => `of at least ${value} items`,
  maxItems: (value) => `of at most ${value} items`,
  uniqueItems: (value) => (value === true ? "without repeated items" : ""),
  minProperties: (value) => `of at least ${value} properties`,
  maxProperties: (value) => `of at most ${value} properties`,
  required: (value) => ((value as string[]).length > 0 ? `with ${listed((value as string[]).map(json))}` : ""),
};

function listed(parts: readonly string[], separator = ", "): string {
  const shown = parts.slice(0, LIST_LIMIT).join(separator);
  return parts.length > LIST_LIMIT ? `${shown}, … (${parts.length} in all)` : shown;
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

import { isObject, type Schema } from "@agent-tools/contract";
import { isExpression } from "./expression.js";

/** A schema that is no boolean. */
export type Keywords = { readonly [keyword: string]: unknown };

/** How a keyword holds further schemas. */
export type Nesting = "schema" | "list" | "map";

/** The keywords of 2020-12 whose values are schemas. */
export const nestings: ReadonlyMap<string, Nesting> = new Map([
  ["allOf", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["prefixItems", "list"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["dependentSchemas", "map"],
  ["additionalProperties", "schema"],
  ["propertyNames", "schema"],
  ["items", "schema"],
  ["contains", "schema"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["unevaluatedProperties", "schema"],
  ["unevaluatedItems", "schema"],
]);

/** Keywords that say nothing about which values are valid. */
export const annotations: readonly string[] = [
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
];

/** A copy of a node in which each schema under the given keywords is what `map` makes of it. */
export function mapNested(
  node: Keywords,
  keywords: { has(keyword: string): boolean },
  map: (schema: Schema, keyword: string) => Schema,
): Keywords {
  const copy: Record<string, unknown> = { ...node };
  for (const [keyword, value] of Object.entries(node)) {
    const nesting = keywords.has(keyword) ? nestings.get(keyword) : undefined;
    if (nesting === "schema") copy[keyword] = map(value as Schema, keyword);
    else if (nesting === "list") copy[keyword] = (value as Schema[]).map((item) => map(item, keyword));
    else if (nesting === "map") {
      const entries = Object.entries(value as Record<string, Schema>);
      copy[keyword] = Object.fromEntries(entries.map(([key, item]) => [key, map(item, keyword)]));
    }
  }
  return copy;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isAnything = (): boolean => true;
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isPositive = (value: unknown): boolean => isNumber(value) && (value as number) > 0;
const isNamesByName = (value: unknown): boolean => isObject(value) && Object.values(value).every(isNames);

/** The other keywords that count, and what their values must be. Any further keyword says nothing to a validator. */
export const plainKeywords: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["title", isText],
  ["description", isText],
  ["default", isAnything],
  ["examples", Array.isArray],
  ["deprecated", isFlag],
  ["readOnly", isFlag],
  ["writeOnly", isFlag],
  ["const", isAnything],
  ["enum", isFilled],
  ["multipleOf", isPositive],
  ["minimum", isNumber],
  ["maximum", isNumber],
  ["exclusiveMinimum", isNumber],
  ["exclusiveMaximum", isNumber],
  ["minLength", isCount],
  ["maxLength", isCount],
  ["pattern", isExpression],
  ["format", isText],
  ["minItems", isCount],
  ["maxItems", isCount],
  ["uniqueItems", isFlag],
  ["minContains", isCount],
  ["maxContains", isCount],
  ["minProperties", isCount],
  ["maxProperties", isCount],
  ["required", isNames],
  ["dependentRequired", isNamesByName],
  ["contentEncoding", isText],
  ["contentMediaType", isText],
]);

/** The types of JSON Schema. */
export type TypeName = "string" | "number" | "integer" | "boolean" | "null" | "object" | "array";

export const typeNames: readonly TypeName[] = ["string", "number", "integer", "boolean", "null", "object", "array"];

type Meaning = (value: unknown, node: Keywords) => Keywords | undefined;

const tuple: Meaning = (value, node) => {
  if (!Array.isArray(value)) return undefined;
  const rest = node["additionalItems"];
  return { ...(value.length > 0 && { prefixItems: value }), ...(rest !== undefined && { items: rest }) };
};

const flagBeside =
  (limit: string, name: string): Meaning =>
  (value, node) =>
    typeof value === "boolean" ? { ...(value && { [name]: node[limit] }) } : undefined;

const dependencies: Meaning = (value) => {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  return {
    dependentRequired: Object.fromEntries(entries.filter(([, needs]) => Array.isArray(needs))),
    dependentSchemas: Object.fromEntries(entries.filter(([, needs]) => !Array.isArray(needs))),
  };
};

/** Keywords of older drafts, and OpenAPI's, as 2020-12 says them; undefined where the value has today's meaning. */
export const olderKeywords: ReadonlyMap<string, Meaning> = new Map([
  ["items", tuple],
  ["exclusiveMinimum", flagBeside("minimum", "exclusiveMinimum")],
  ["exclusiveMaximum", flagBeside("maximum", "exclusiveMaximum")],
  ["dependencies", dependencies],
  ["example", (value) => ({ examples: [value] })],
]);

const since2020 = ["prefixItems", "$dynamicRef"];
const since2019 = [
  "unevaluatedProperties",
  "unevaluatedItems",
  "dependentRequired",
  "dependentSchemas",
  "minContains",
  "maxContains",
  "$recursiveRef",
];
const none: ReadonlySet<string> = new Set();
const unknownTo2019: ReadonlySet<string> = new Set(since2020);
const unknownToDraft7: ReadonlySet<string> = new Set([...since2020, ...since2019]);

/** The keywords that the dialect named by `$schema` does not know. A missing or strange `$schema` means 2020-12. */
export function unknownTo(dialect: unknown): ReadonlySet<string> {
  if (typeof dialect !== "string") return none;
  if (/draft-0[3-7]/.test(dialect)) return unknownToDraft7;
  return dialect.includes("2019-09") ? unknownTo2019 : none;
}

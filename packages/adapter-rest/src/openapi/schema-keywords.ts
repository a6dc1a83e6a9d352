/** How each keyword of JSON Schema 2020-12 is carried over. A keyword that is not here means nothing to a validator. */
export type KeywordKind =
  | "type"
  | "schema"
  | "schemas"
  | "schemaMap"
  | "number"
  | "positive"
  | "count"
  | "flag"
  | "text"
  | "any";

export const keywords: ReadonlyMap<string, KeywordKind> = new Map([
  ["additionalProperties", "schema"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["const", "any"],
  ["contains", "schema"],
  ["contentEncoding", "text"],
  ["contentMediaType", "text"],
  ["contentSchema", "schema"],
  ["default", "any"],
  ["dependentSchemas", "schemaMap"],
  ["deprecated", "flag"],
  ["description", "text"],
  ["else", "schema"],
  ["exclusiveMaximum", "number"],
  ["exclusiveMinimum", "number"],
  ["format", "text"],
  ["if", "schema"],
  ["items", "schema"],
  ["maxContains", "count"],
  ["maximum", "number"],
  ["maxItems", "count"],
  ["maxLength", "count"],
  ["maxProperties", "count"],
  ["minContains", "count"],
  ["minimum", "number"],
  ["minItems", "count"],
  ["minLength", "count"],
  ["minProperties", "count"],
  ["multipleOf", "positive"],
  ["not", "schema"],
  ["patternProperties", "schemaMap"],
  ["prefixItems", "schemas"],
  ["properties", "schemaMap"],
  ["propertyNames", "schema"],
  ["then", "schema"],
  ["title", "text"],
  ["type", "type"],
  ["unevaluatedItems", "schema"],
  ["unevaluatedProperties", "schema"],
  ["uniqueItems", "flag"],
]);

/** Keywords whose schemas apply to the same value: a cycle through them alone would never end. */
export const inPlaceKeywords: ReadonlySet<string> = new Set(
  "allOf anyOf oneOf not if then else dependentSchemas".split(" "),
);

/** What is done to a schema beyond carrying its keywords over, and the keywords that call for it: bits of one number. */
export const mends = {
  bounds: 1,
  types: 2,
  alternatives: 4,
  required: 8,
  pattern: 16,
  example: 32,
  tuple: 64,
} as const;

export const mendedKeywords: ReadonlyMap<string, number> = new Map([
  ["dependencies", mends.bounds],
  ["dependentRequired", mends.bounds],
  ["exclusiveMaximum", mends.bounds],
  ["exclusiveMinimum", mends.bounds],
  ["enum", mends.types],
  ["format", mends.types],
  ["discriminator", mends.alternatives],
  ["oneOf", mends.alternatives],
  ["required", mends.required],
  ["pattern", mends.pattern],
  ["example", mends.example],
  ["examples", mends.example],
  ["items", mends.tuple],
]);

/** The names that documents use for types, in lower case. */
export const typeNames: ReadonlyMap<string, string> = new Map([
  ["array", "array"],
  ["bool", "boolean"],
  ["boolean", "boolean"],
  ["date", "string"],
  ["date-time", "string"],
  ["datetime", "string"],
  ["decimal", "number"],
  ["dict", "object"],
  ["double", "number"],
  ["float", "number"],
  ["int", "integer"],
  ["int32", "integer"],
  ["int64", "integer"],
  ["integer", "integer"],
  ["list", "array"],
  ["long", "integer"],
  ["map", "object"],
  ["null", "null"],
  ["number", "number"],
  ["object", "object"],
  ["str", "string"],
  ["string", "string"],
  ["text", "string"],
  ["uuid", "string"],
]);

import { isObject, type Schema } from "@agent-tools/contract";

type Words = { readonly [keyword: string]: unknown };

/** What a schema wants, in a few words: "an integer, at least 1". */
export function describeSchema(schema: Schema | Words): string {
  if (typeof schema === "boolean") return schema ? "any value" : "absent";
  if ("const" in schema) return json(schema["const"]);
  if (Array.isArray(schema["enum"])) return `one of ${listed(schema["enum"].map(json))}`;
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives)) return alternatives.map(describeSchema).join(" or ");
  const types = [schema["type"] ?? []].flat() as string[];
  const name = types.length > 0 ? types.map((type) => nouns[type] ?? type).join(" or ") : "a value";
  return [name, ...limitPhrases(schema)].join(", ");
}

/** What a schema says beyond its type, a few words for each keyword. */
export function limitPhrases(schema: Words): string[] {
  return Object.entries(phrases)
    .flatMap(([keyword, phrase]) => (schema[keyword] === undefined ? [] : [phrase(schema[keyword])]))
    .filter(Boolean);
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
  uniqueItems: (value) => (value ? "without repeated items" : ""),
  items: (value) => (isObject(value) && Object.keys(value).length > 0 ? `each ${describeSchema(value)}` : ""),
  required: (value) => `with ${listed((value as string[]).map(json))}`,
};

function listed(parts: readonly string[]): string {
  return parts.length > 20 ? `${parts.slice(0, 20).join(", ")}, … (${parts.length} in all)` : parts.join(", ");
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

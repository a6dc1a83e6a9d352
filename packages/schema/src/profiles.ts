import type { Schema } from "@agent-tools/contract";
import type { Totals } from "./schema-totals.js";

/** What a provider takes of JSON Schema. */
export type ProfileName = "common" | "openai" | "openai-strict" | "anthropic" | "gemini" | "llama-cpp";

/** The rules of one provider, as data. */
export interface Profile {
  /** The keywords that it is given below the root. */
  readonly keywords: ReadonlySet<string>;
  /** The keywords that it is given at the root, which is always an object. */
  readonly rootKeywords: ReadonlySet<string>;
  /** How null is said: as a type, or by `nullable` (OpenAPI 3.0). */
  readonly nullBy: "type" | "nullable";
  /** True where a union takes no keyword beside it. */
  readonly hasLonelyUnions: boolean;
  /** True where enumerations hold text only. */
  readonly hasTextEnums: boolean;
  /** True where every object is closed and every property required: an absent one is null. */
  readonly isStrict: boolean;
  /** True where an object must have properties; others are given as JSON text. */
  readonly needsProperties: boolean;
  /** True where a list must say what its items are. */
  readonly needsItems: boolean;
  /** What stands for any value. */
  readonly anyValue: Schema;
  /** The formats of text that it knows; absent: it takes any. */
  readonly formats?: ReadonlySet<string>;
  /** The regular expressions that it takes; absent: any. */
  readonly patterns?: RegExp;
  /** The largest length or number of items that it takes. */
  readonly largestCount?: number;
  /** So many levels of objects. */
  readonly depth?: number;
  /** The names of the root's properties. */
  readonly rootNames?: RegExp;
  /** What it takes of one schema in all; absent: no such limits are known. */
  readonly totals?: Totals;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const structure = "type title description enum properties required items anyOf additionalProperties";
const limits = "minimum maximum minLength maxLength minItems maxItems pattern format";
/** Without what would refuse more, once the schemas below it say less: `not`, `if`, `oneOf`, `maxContains`, `unevaluated…`. */
const nearlyAll = `
  ${structure} ${limits} default examples deprecated readOnly writeOnly const $ref $defs prefixItems contains minContains
  uniqueItems multipleOf exclusiveMinimum exclusiveMaximum minProperties maxProperties patternProperties
  propertyNames dependentRequired dependentSchemas contentEncoding contentMediaType`;
const root = "type title description properties required additionalProperties $defs patternProperties propertyNames";

/** Names that Anthropic's API takes, and every other does. */
const plainNames = /^[a-zA-Z0-9_.-]{1,64}$/;

const formatsOfOpenAI = words("date-time time date duration email hostname ipv4 ipv6 uuid");

/** No look-around, no back-reference, no named group. */
const plainPatterns = /^(?:(?!\(\?(?!:)|\\[1-9kpP]).)*$/s;

/** Anchored on both sides, of classes, groups and counts only. */
const grammarPatterns = /^\^(?:(?!\(\?|\\[1-9kpPbB]|[*+?}]\?|[\^$](?!$)).)*\$$/s;

const base = {
  nullBy: "type",
  hasLonelyUnions: false,
  hasTextEnums: false,
  isStrict: false,
  needsProperties: false,
  needsItems: true,
  anyValue: {},
} as const;

/** The profiles. `common` is what every provider takes by way of its clients, at little loss. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  common: {
    ...base,
    keywords: words(`${structure} ${limits} default`),
    rootKeywords: words("type title description properties required additionalProperties"),
    formats: new Set([...formatsOfOpenAI, "uri"]),
    patterns: plainPatterns,
    rootNames: plainNames,
  },
  // Function calling without `strict`: anything below the root, a plain object at it.
  openai: { ...base, keywords: words(nearlyAll), rootKeywords: words(root) },
  // Structured outputs: a subset of JSON Schema, enforced while the model writes.
  "openai-strict": {
    ...base,
    keywords: words(`type description enum const properties required items anyOf additionalProperties $ref $defs
      minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems pattern format`),
    rootKeywords: words("type description properties required additionalProperties $defs"),
    isStrict: true,
    needsProperties: true,
    anyValue: { type: ["string", "number", "boolean", "null"] },
    formats: formatsOfOpenAI,
    patterns: plainPatterns,
    depth: 10,
    // OpenAI's documentation of structured outputs, as of February 2026.
    totals: {
      properties: 5_000,
      enumValues: 1_000,
      characters: 120_000,
      longEnum: { values: 250, characters: 15_000 },
    },
  },
  anthropic: {
    ...base,
    keywords: words(nearlyAll),
    rootKeywords: words(`${root} default examples`),
    rootNames: plainNames,
  },
  // `parameters` of a function declaration: the Schema object of OpenAPI 3.0, in part.
  gemini: {
    ...base,
    keywords: words(`type description enum nullable properties required items anyOf minimum maximum minLength maxLength
      minItems maxItems format`),
    rootKeywords: words("type description properties required"),
    nullBy: "nullable",
    hasLonelyUnions: true,
    hasTextEnums: true,
    needsProperties: true,
    anyValue: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] },
    formats: words("date-time"),
  },
  // What its converter from JSON Schema to grammars knows.
  "llama-cpp": {
    ...base,
    keywords: words(`${structure} ${limits} const $ref $defs prefixItems exclusiveMinimum exclusiveMaximum`),
    rootKeywords: words("type title description properties required additionalProperties $defs"),
    hasLonelyUnions: true,
    needsItems: false,
    formats: words("date time date-time uuid"),
    patterns: grammarPatterns,
    largestCount: 2_000,
  },
};

import type { Schema } from "@agent-tools/contract";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { schemaDigest } from "./canonical-json.js";
import { expression } from "./expression.js";
import { type SchemaForm, schemaForm } from "./schema-form.js";
import { type SchemaIssue, schemaIssues } from "./schema-issue.js";

/** A schema, ready to judge values. */
export interface CompiledSchema {
  /** SHA-256 of the canonical schema, 64 hex digits. */
  readonly digest: string;
  /** What of the schema could not be used, in words. What could be used still counts; where nothing could, every value passes. */
  readonly problem: string | undefined;
  /** Every way in which a value breaks the schema, in the order of the schema; empty where it is valid. */
  check(value: unknown): readonly SchemaIssue[];
}

/** What settling works with beside the public face of a compiled schema. */
export interface SchemaParts extends CompiledSchema {
  readonly form: SchemaForm;
  isValid(value: unknown): boolean;
}

/** Compiled schemas are kept for so many different schemas, the latest used ones. */
const CACHE_LIMIT = 1_000;

const byObject = new WeakMap<object, SchemaParts>();
const byDigest = new Map<string, SchemaParts>();

/**
 * A validator for any tool schema: 2020-12 or whatever `$schema` names, back to draft-04; missing means `true`. Never
 * throws: what cannot be used is told in `problem` and left out. Cached by digest, and by object first, so a schema
 * must not be changed once it was given.
 */
export function compileSchema(schema: Schema | undefined): CompiledSchema {
  return schemaParts(schema);
}

export function schemaParts(schema: Schema | undefined): SchemaParts {
  const key = typeof schema === "object" && schema !== null ? schema : undefined;
  const known = key && byObject.get(key);
  if (known) return known;
  const parts = partsByContent(schema);
  if (key) byObject.set(key, parts);
  return parts;
}

function partsByContent(schema: Schema | undefined): SchemaParts {
  let digest: string;
  try {
    digest = schemaDigest(schema);
  } catch {
    // A schema that holds itself as an object has no text, so it is known by its form, which is finite.
    digest = schemaDigest(formOf(schema).schema);
  }
  const known = byDigest.get(digest);
  const parts = known ?? partsOf(schema, digest);
  // Set again, so that the order of the map is the order of use.
  byDigest.delete(digest);
  byDigest.set(digest, parts);
  if (byDigest.size > CACHE_LIMIT) byDigest.delete(byDigest.keys().next().value as string);
  return parts;
}

function formOf(schema: Schema | undefined): SchemaForm {
  try {
    return schemaForm(schema);
  } catch (error) {
    return unreadable([`The schema cannot be read: ${(error as Error).message}`]);
  }
}

function partsOf(schema: Schema | undefined, digest: string): SchemaParts {
  let form = formOf(schema);
  let fast: ValidateFunction | undefined;
  let thorough: ValidateFunction | undefined;
  // Compiling costs milliseconds, and most tools of a catalogue are only ever listed: it waits for the first value.
  const compiled = (): ValidateFunction => {
    try {
      fast = validator(form, false);
    } catch (error) {
      form = unreadable([...form.problems, `The schema cannot be compiled: ${(error as Error).message}`]);
      fast = validator(form, false);
    }
    return fast;
  };
  return {
    digest,
    get problem() {
      if (!fast) compiled();
      return form.problems.length > 0 ? form.problems.join(". ") : undefined;
    },
    get form() {
      return form;
    },
    isValid(value) {
      return (fast ?? compiled())(value);
    },
    check(value) {
      if (this.isValid(value)) return [];
      thorough ??= validator(form, true);
      thorough(value);
      return schemaIssues(thorough.errors as ErrorObject[]);
    },
  };
}

function unreadable(problems: readonly string[]): SchemaForm {
  return { schema: true, problems, hasInheritedNames: false };
}

/**
 * One validator instance for each schema: without the meta-schemas it costs 0.4 ms, nothing of one schema can collide
 * with another's, and it goes when its validator goes; a shared instance keeps every pattern and list it ever compiled.
 */
function validator(form: SchemaForm, isThorough: boolean): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    allErrors: isThorough,
    verbose: isThorough,
    ownProperties: form.hasInheritedNames,
    code: { regExp: Object.assign(expression, { code: "expression" }) },
  });
  addFormats.default(ajv);
  return ajv.compile(form.schema);
}

import type { Schema } from "@agent-tools/contract";
import { schemaDigest } from "./canonical-json.js";
import { type DefaultFiller, defaultFiller } from "./default-filler.js";
import { type SchemaForm, schemaForm } from "./schema-form.js";
import { type SchemaIssue, schemaIssues } from "./schema-issue.js";
import { SchemaPlans } from "./schema-plan.js";
import { type Validator, type ValidatorError, validator } from "./validator.js";

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
  readonly plans: SchemaPlans;
  /** Undefined where the schema has no defaults. */
  readonly filler: DefaultFiller | undefined;
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
  let fast: Validator | undefined;
  let thorough: Validator | undefined;
  let plans: SchemaPlans | undefined;
  let filler: DefaultFiller | undefined | null = null;
  // Compiling costs milliseconds, and most tools of a catalogue are only ever listed: it waits for the first value.
  const compiled = (): Validator => {
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
    get plans() {
      plans ??= new SchemaPlans(form);
      return plans;
    },
    get filler() {
      if (filler === null) filler = defaultFiller(form);
      return filler;
    },
    isValid(value) {
      try {
        return (fast ?? compiled())(value);
      } catch (error) {
        // A value nested deeper than the stack is no value of any tool.
        if (error instanceof RangeError) return false;
        throw error;
      }
    },
    check(value) {
      if (this.isValid(value)) return [];
      thorough ??= validator(form, true);
      try {
        thorough(value);
      } catch (error) {
        if (error instanceof RangeError) return [{ path: "", message: "is nested too deep", keyword: "type" }];
        throw error;
      }
      return schemaIssues(thorough.errors as ValidatorError[]);
    },
  };
}

function unreadable(problems: readonly string[]): SchemaForm {
  return { schema: true, problems, hasInheritedNames: false };
}

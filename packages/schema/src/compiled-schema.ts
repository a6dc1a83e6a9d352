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

/** A compiled schema and what settling needs of it, each part made when it is first asked for. */
export class SchemaParts implements CompiledSchema {
  readonly digest: string;
  #form: SchemaForm;
  #fast: Validator | undefined;
  #thorough: Validator | undefined;
  #plans: SchemaPlans | undefined;
  #filler: DefaultFiller | undefined | null = null;

  constructor(schema: Schema | undefined, digest: string) {
    this.digest = digest;
    this.#form = formOf(schema);
  }

  get form(): SchemaForm {
    return this.#form;
  }

  get problem(): string | undefined {
    if (!this.#fast) this.#compile();
    return this.#form.problems.length > 0 ? this.#form.problems.join(". ") : undefined;
  }

  get plans(): SchemaPlans {
    this.#plans ??= new SchemaPlans(this.#form);
    return this.#plans;
  }

  /** Undefined where the schema has no defaults. */
  get filler(): DefaultFiller | undefined {
    if (this.#filler === null) this.#filler = defaultFiller(this.#form);
    return this.#filler;
  }

  isValid(value: unknown): boolean {
    const validate = this.#fast ?? this.#compile();
    try {
      return validate(value);
    } catch (error) {
      // A value nested deeper than the stack is no value of any tool.
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  check(value: unknown): readonly SchemaIssue[] {
    if (this.isValid(value)) return [];
    this.#thorough ??= validator(this.#form, true);
    try {
      this.#thorough(value);
    } catch (error) {
      if (error instanceof RangeError) return [{ path: "", message: "is nested too deep", keyword: "type" }];
      throw error;
    }
    return schemaIssues(this.#thorough.errors as ValidatorError[], this.plans);
  }

  #compile(): Validator {
    try {
      this.#fast = callable(this.#form);
    } catch (error) {
      const reason = `The schema cannot be compiled: ${(error as Error).message}`;
      this.#form = unreadable([...this.#form.problems, reason]);
      this.#fast = validator(this.#form, false);
    }
    return this.#fast;
  }
}

/**
 * A validator that stops at the first error. Of thousands of properties it is nested deeper than JavaScript reads code, which
 * shows at the first call; the thorough one is flat.
 */
function callable(form: SchemaForm): Validator {
  const fast = validator(form, false);
  try {
    fast({});
    return fast;
  } catch (error) {
    if (error instanceof RangeError) return validator(form, true);
    throw error;
  }
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
    const form = formOf(schema);
    digest = schemaDigest(form.schema);
    if (form.problems.length > 0) return new SchemaParts(schema, digest);
  }
  const known = byDigest.get(digest);
  const parts = known ?? new SchemaParts(schema, digest);
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

function unreadable(problems: readonly string[]): SchemaForm {
  return { schema: true, problems, hasInheritedNames: false };
}

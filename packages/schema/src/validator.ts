import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expression } from "./expression.js";
import type { SchemaForm } from "./schema-form.js";

/** Judges a value; `errors` tells the last refusal, every error where it was made to be thorough, else the first. */
export type Validator = ValidateFunction;

/** One error of a validator. */
export type ValidatorError = ErrorObject;

/**
 * One validator instance for each schema: without the meta-schemas it costs 0.4 ms, nothing of one schema can collide
 * with another's, and it goes when its validator goes; a shared instance keeps every pattern and list it ever compiled.
 */
export function validator(form: SchemaForm, isThorough: boolean): Validator {
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

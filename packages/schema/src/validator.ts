import { createRequire } from "node:module";
import type { Ajv2020 as Ajv, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type AddFormats from "ajv-formats";
import { expression } from "./expression.js";
import type { SchemaForm } from "./schema-form.js";

/** Judges a value; `errors` tells the last refusal, every error where it was made to be thorough, else the first. */
export type Validator = ValidateFunction;

/** One error of a validator. */
export type ValidatorError = ErrorObject;

interface AjvModules {
  readonly Ajv2020: typeof Ajv;
  readonly addFormats: typeof AddFormats.default;
}

let modules: AjvModules | undefined;

/** Ajv, loaded with the first schema that is used: it costs more than everything else that a host imports to start. */
function ajvModules(): AjvModules {
  if (!modules) {
    const load = createRequire(import.meta.url);
    modules = { Ajv2020: load("ajv/dist/2020.js").Ajv2020, addFormats: load("ajv-formats").default };
  }
  return modules;
}

/**
 * One validator instance for each schema: without the meta-schemas it costs 0.4 ms, nothing of one schema can collide
 * with another's, and it goes when its validator goes; a shared instance keeps every pattern and list it ever compiled.
 */
export function validator(form: SchemaForm, isThorough: boolean): Validator {
  const { Ajv2020, addFormats } = ajvModules();
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
  addFormats(ajv);
  return ajv.compile(form.schema);
}

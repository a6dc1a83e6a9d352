import { isObject, type Schema } from "@agent-tools/contract";
import { describeSchema } from "./describe-schema.js";
import { enumMember } from "./enum-member.js";
import { pointerToken } from "./json-pointer.js";
import type { Keywords } from "./keywords.js";
import { nearestNames } from "./nearest-names.js";
import type { SchemaPlan, SchemaPlans } from "./schema-plan.js";
import type { ValidatorError } from "./validator.js";
import { isOfType } from "./value-type.js";

/** One way in which a value breaks its schema. */
export interface SchemaIssue {
  /** JSON Pointer to the value, or to where a missing property belongs. */
  readonly path: string;
  /** What was expected there and what was found, as the rest of a sentence that begins with the path. */
  readonly message: string;
  /** The keyword that was broken. */
  readonly keyword: string;
}

/** Of a longer value, so many characters are shown. */
const VALUE_LIMIT = 80;

/** Branches of branches are looked into so deep. */
const UNION_DEPTH = 4;

/**
 * The issues behind a validator's errors. A union is told once: by the issues of the only branch that can be meant, where
 * there is one, else by what it wants.
 */
export function schemaIssues(errors: readonly ValidatorError[], plans: SchemaPlans, depth = 0): SchemaIssue[] {
  const unions = errors
    .filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
    .map((error) => ({ error, inside: plans.within(error.schema as readonly Schema[]) }));
  const issues = new Map<string, SchemaIssue>();
  for (const error of errors) {
    const isTold = unions.some(
      (union) =>
        union.error !== error &&
        isAtOrBelow(error.instancePath, union.error.instancePath) &&
        union.inside.has(error.parentSchema as object),
    );
    if (isTold) continue;
    const union = unions.some((known) => known.error === error) && depth < UNION_DEPTH;
    const branch = union ? meantBranch(plans.of(error.parentSchema as Schema), error.data, plans) : undefined;
    const found = branch
      ? schemaIssues(plans.errors(branch, error.data), plans, depth + 1).map((issue) => ({
          ...issue,
          path: error.instancePath + issue.path,
        }))
      : [issueOf(error, plans.definitions)];
    for (const issue of found) issues.set(`${issue.path} ${issue.message}`, issue);
  }
  return [...issues.values()];
}

/** The only branch that has the value's type and, of its fixed values, those that the value has. */
function meantBranch(plan: SchemaPlan, value: unknown, plans: SchemaPlans): Schema | undefined {
  const likely = plan.branches.filter((branch) => {
    const { types, values, properties } = plans.of(branch);
    if (types && !types.some((type) => isOfType(type, value))) return false;
    if (values) return false;
    if (!isObject(value)) return true;
    return [...properties].every(([key, property]) => {
      const fixed = Object.hasOwn(value, key) ? plans.of(property).values : undefined;
      return fixed === undefined || enumMember(fixed, value[key]) !== undefined;
    });
  });
  return likely.length === 1 ? likely[0] : undefined;
}

function isAtOrBelow(path: string, upper: string): boolean {
  return path === upper || path.startsWith(`${upper}/`);
}

function issueOf(error: ValidatorError, root: Keywords): SchemaIssue {
  const { keyword, instancePath, params, parentSchema = {}, data } = error;
  const issue = (message: string, key?: string): SchemaIssue => ({
    path: key === undefined ? instancePath : `${instancePath}/${pointerToken(key)}`,
    message,
    keyword,
  });
  const properties = (parentSchema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  switch (keyword) {
    case "required":
    case "dependentRequired": {
      const key = params["missingProperty"] as string;
      const wanted = Object.hasOwn(properties, key) ? (properties[key] as Schema) : true;
      return issue(`is missing: ${describeSchema(wanted, root)}`, key);
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = (params["additionalProperty"] ?? params["unevaluatedProperty"]) as string;
      return issue(`is not a property here${advice(key, Object.keys(properties))}`, key);
    }
    case "anyOf":
    case "oneOf": {
      const branches = describeSchema({ anyOf: error.schema }, root);
      if (Array.isArray(params["passingSchemas"])) return issue(`must fit only one of these: ${branches}`);
      return issue(`must be ${branches}, not ${shownValue(data)}`);
    }
    case "not":
      return issue(`must not be ${describeSchema(error.schema as Schema, root)}`);
    default:
      return issue(`must be ${describeSchema(parentSchema, root)}, not ${shownValue(data)}`);
  }
}

function advice(key: string, names: readonly string[]): string {
  const near = nearestNames(key, names).map(quoted);
  if (near.length > 0) return `; did you mean ${near.join(" or ")}?`;
  if (names.length === 0) return "; there are none";
  return `; there are ${names.slice(0, 20).map(quoted).join(", ")}${names.length > 20 ? ", …" : ""}`;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

/** A value as JSON in at most 80 characters. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT - 1)}…` : text;
}

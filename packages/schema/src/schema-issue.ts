import { describeSchema } from "./describe-schema.js";
import { pointerToken } from "./json-pointer.js";
import type { Keywords } from "./keywords.js";
import { nearestNames } from "./nearest-names.js";
import type { ValidatorError } from "./validator.js";

/** One way in which a value breaks its schema. */
export interface SchemaIssue {
  /** JSON Pointer to the value, or to where a missing property belongs. */
  readonly path: string;
  /** What was expected there and what was found, as the rest of a sentence that begins with the path. */
  readonly message: string;
  /** The keyword that was broken. */
  readonly keyword: string;
}

/** The issues behind a validator's errors, without those that only repeat another. */
export function schemaIssues(errors: readonly ValidatorError[]): SchemaIssue[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const issues: SchemaIssue[] = [];
  const told = new Set<string>();
  for (const error of errors) {
    // The errors of a union's branches are told by the union.
    if (unions.some((union) => union !== error && isInside(error, union))) continue;
    const issue = issueOf(error);
    const key = `${issue.path} ${issue.message}`;
    if (!told.has(key)) issues.push(issue);
    told.add(key);
  }
  return issues;
}

function isInside(error: ValidatorError, union: ValidatorError): boolean {
  return (
    error.instancePath.startsWith(union.instancePath) &&
    (error.schemaPath.startsWith(`${union.schemaPath}/`) || error.instancePath.length > union.instancePath.length)
  );
}

function issueOf(error: ValidatorError): SchemaIssue {
  const { keyword, instancePath, params, parentSchema = {}, data } = error;
  const issue = (message: string, key?: string): SchemaIssue => ({
    path: key === undefined ? instancePath : `${instancePath}/${pointerToken(key)}`,
    message,
    keyword,
  });
  switch (keyword) {
    case "required":
    case "dependentRequired": {
      const key = params["missingProperty"] as string;
      const wanted = (parentSchema as { properties?: Record<string, Keywords> }).properties?.[key];
      return issue(`is missing: ${wanted === undefined ? "any value" : describeSchema(wanted)}`, key);
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = (params["additionalProperty"] ?? params["unevaluatedProperty"]) as string;
      const names = Object.keys((parentSchema as { properties?: object }).properties ?? {});
      const near = nearestNames(key, names);
      const hint =
        near.length > 0
          ? `; did you mean ${near.map(quoted).join(" or ")}?`
          : names.length > 0
            ? `; there are ${names.slice(0, 20).map(quoted).join(", ")}${names.length > 20 ? ", …" : ""}`
            : "; there are none";
      return issue(`is not a property here${hint}`, key);
    }
    default:
      return issue(`must be ${describeSchema(parentSchema as Keywords)}, not ${shownValue(data)}`);
  }
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

/** A value in at most 80 characters. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

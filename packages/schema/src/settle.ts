import { type Change, isObject, type JsonObject, type Schema, ToolError } from "@agent-tools/contract";
import { schemaParts } from "./compiled-schema.js";
import { type Example, exampleOf } from "./example.js";
import type { SchemaIssue } from "./schema-issue.js";

/** Arguments that are right, and what was changed to make them so; or an error that shows the right call. */
export type Settled =
  | { readonly value: JsonObject; readonly changes: readonly Change[]; readonly error?: undefined }
  | { readonly error: ToolError };

/** How to speak of the call in an error. */
export interface SettleOptions {
  readonly toolName?: string;
}

const unchanged: readonly Change[] = [];

/** The arguments as the schema wants them. A valid value passes as it is. */
export function settle(schema: Schema | undefined, value: unknown, options: SettleOptions = {}): Settled {
  const parts = schemaParts(schema);
  if (isObject(value) && parts.isValid(value)) return { value: value as JsonObject, changes: unchanged };
  const issues = isObject(value) ? parts.check(value) : [{ path: "", message: "must be an object", keyword: "type" }];
  return {
    error: refusal(issues, exampleOf(parts.form.schema, value, new Set(issues.map(({ path }) => path))), options),
  };
}

function refusal(issues: readonly SchemaIssue[], example: Example, { toolName }: SettleOptions): ToolError {
  const lines = issues.map(({ path, message }) => `- ${path || "the arguments"} ${message}`);
  const call = toolName === undefined ? example.value : { toolName, arguments: example.value };
  return new ToolError(
    "invalid_arguments",
    [
      `The arguments${toolName === undefined ? "" : ` of "${toolName}"`} do not fit the schema:`,
      ...lines,
      `A correct call: ${JSON.stringify(call)}`,
    ].join("\n"),
    { details: { paths: issues.map(({ path }) => path) } },
  );
}

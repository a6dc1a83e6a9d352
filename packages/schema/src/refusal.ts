import { isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import type { SchemaParts } from "./compiled-schema.js";
import { exampleOf } from "./example.js";
import type { SchemaIssue } from "./schema-issue.js";

/** How to speak of a call. */
export interface CallWording {
  /** The name of what is called. */
  readonly toolName?: string;
  /** Whose values they are, as the message begins. Default: the arguments of the tool. */
  readonly subject?: string;
  /** The whole call that has these arguments, as it should be sent. Default: the arguments alone. */
  readonly callFor?: (args: JsonObject) => JsonObject;
}

/** So many issues are told. */
const ISSUE_LIMIT = 20;

/** Of a given text that is longer, only the beginning is shown. */
const TEXT_LIMIT = 500;

/** The error for arguments that cannot be settled: every issue, and a call that would be right. */
export function refusal(
  parts: SchemaParts,
  given: unknown,
  issues: readonly SchemaIssue[],
  { toolName, subject, callFor }: CallWording,
): ToolError {
  const paths = [...new Set(issues.map(({ path }) => path))];
  const example = exampleOf(parts.form.schema, given, new Set(paths));
  const args = isObject(example.value) ? (example.value as JsonObject) : {};
  const told = issues.slice(0, ISSUE_LIMIT).map(({ path, message }) => `- ${path || "they"} ${message}`);
  if (issues.length > ISSUE_LIMIT) told.push(`- and ${issues.length - ISSUE_LIMIT} more`);
  // Some schemas ask for more than an example knows how to make: a pattern, a condition.
  const claim = parts.isValid(args) ? "The correct" : "The shape of the correct";
  const blanks = example.invented.length > 0 ? ` Put your own values at ${example.invented.join(", ")}.` : "";
  return new ToolError(
    "invalid_arguments",
    [
      `${subject ?? (toolName === undefined ? "The arguments" : `The arguments of "${toolName}"`)} do not fit the schema:`,
      ...told,
      `${claim} ${callFor ? "call" : "arguments"}: ${JSON.stringify(callFor ? callFor(args) : args, shortened)}${blanks}`,
    ].join("\n"),
    { details: { paths } },
  );
}

function shortened(_key: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= TEXT_LIMIT) return value;
  return `${value.slice(0, 80)}… (all ${value.length} characters, as you gave them)`;
}

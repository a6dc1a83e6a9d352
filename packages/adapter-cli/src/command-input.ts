import { isObject, type JsonObject, type Schema, ToolError } from "@agent-tools/contract";
import { compileSchema } from "@agent-tools/schema";
import { argumentOf, type CliCommand, usedArguments } from "./cli-command.js";

/** Where one of these is in a schema, a property may be declared elsewhere than in `properties`. */
const composing = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "unevaluatedProperties"];

const schemas = new WeakMap<CliCommand, Schema>();

/** The schema of a command's arguments: the one given, closed to other properties, or the one that follows from its parts. */
export function inputSchema(command: CliCommand): Schema {
  const known = schemas.get(command);
  if (known !== undefined) return known;
  const schema = command.inputSchema === undefined ? derived(command) : closed(command.inputSchema);
  schemas.set(command, schema);
  return schema;
}

/** The arguments with absent defaults filled in. Throws `invalid_arguments` where they do not fit. */
export function readArguments(command: CliCommand, args: unknown): JsonObject {
  const schema = inputSchema(command);
  if (!isObject(args)) throw new ToolError("invalid_arguments", "The arguments are not an object.");
  const filled: Record<string, unknown> = { ...args };
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (filled[name] === undefined && isObject(property) && property["default"] !== undefined) {
      filled[name] = property["default"];
    }
  }
  const issues = compileSchema(schema)
    .check(filled)
    .map(({ path, message }) => `${path || "the arguments"} ${message}`);
  const used = usedArguments(command);
  const unknown = Object.keys(filled).filter((name) => !used.has(name));
  if (issues.length === 0 && unknown.length > 0) issues.push(`/${unknown[0]} is not an argument of this command`);
  if (issues.length > 0) {
    throw new ToolError("invalid_arguments", `The arguments do not fit: ${issues.join("; ")}.`);
  }
  return filled as JsonObject;
}

/** The properties that a schema declares at its root. */
export function propertiesOf(schema: Schema): Readonly<Record<string, unknown>> {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  return isObject(properties) ? properties : {};
}

function closed(schema: Schema): Schema {
  if (!isObject(schema) || "additionalProperties" in schema || composing.some((keyword) => keyword in schema))
    return schema;
  return { ...schema, additionalProperties: false };
}

function derived({ arguments: parts = [], stdin }: CliCommand): Schema {
  const properties: Record<string, Schema> = {};
  const required = new Set<string>();
  for (const part of parts) {
    if (typeof part === "string") continue;
    const name = argumentOf(part);
    if ("when" in part) properties[name] = { type: "boolean" };
    else if ("each" in part) properties[name] = { type: "array", items: { type: "string" } };
    else properties[name] = { type: "string" };
    if (!("when" in part) && part.option === undefined) required.add(name);
  }
  if (stdin !== undefined) {
    properties[stdin] ??= { type: "string" };
    required.add(stdin);
  }
  return { type: "object", properties, required: [...required], additionalProperties: false };
}

import { isObject, type Schema, ToolError } from "@agent-tools/contract";
import { ownField } from "../own-field.js";
import { asList } from "./schema-repair.js";

type Key = string | number;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Throws `invalid_arguments` where an argument that has to be an integer is beyond 2^53: a number has lost digits before it
 * comes here, and another one would be sent. The schema is asked for only where there is such a number.
 */
export function checkIntegers(args: unknown, schema: () => Schema | undefined): void {
  for (const path of longIntegers(args, [])) {
    const root = schema();
    const definitions = isObject(root) && isObject(root["$defs"]) ? root["$defs"] : {};
    let schemas = inForce([root], definitions);
    for (const key of path)
      schemas = inForce(
        schemas.map((outer) => below(outer, key)),
        definitions,
      );
    const types = schemas.flatMap(({ type }) => asList(type));
    if (!types.includes("integer") || types.includes("number")) continue;
    throw new ToolError(
      "invalid_arguments",
      `${path.join(".")} is an integer beyond 2^53, whose last digits are lost in a number. Nothing was sent.`,
      {
        hint: "Another number would be sent for the one that was meant. Look for a way to name the same thing by text.",
      },
    );
  }
}

function* longIntegers(value: unknown, path: readonly Key[]): Generator<readonly Key[]> {
  if (typeof value === "number") {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) yield path;
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* longIntegers(item, [...path, index]);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* longIntegers(inner, [...path, name]);
  }
}

/** What a schema says of one of the parts of its value. */
function below({ properties, additionalProperties, prefixItems, items }: Fields, key: Key): unknown {
  if (typeof key === "number") return asList(prefixItems)[key] ?? items;
  return (isObject(properties) ? ownField(properties, key) : undefined) ?? additionalProperties;
}

/** These schemas and, each once, those that describe the same value. */
function inForce(schemas: readonly unknown[], definitions: Fields): Fields[] {
  const found = new Set<Fields>();
  const waiting = [...schemas];
  for (const schema of waiting) {
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    const { $ref, allOf, anyOf } = schema;
    waiting.push(...asList(allOf), ...asList(anyOf));
    if (typeof $ref === "string") waiting.push(ownField(definitions, $ref.replace("#/$defs/", "")));
  }
  return [...found];
}

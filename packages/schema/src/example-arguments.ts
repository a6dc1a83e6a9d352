import { isObject, type JsonObject, type Schema } from "@agent-tools/contract";
import { schemaParts } from "./compiled-schema.js";
import { exampleOf } from "./example.js";

/** Arguments that show how a right call looks: what is required, made up where the schema gives no sample. */
export interface ExampleArguments {
  readonly value: JsonObject;
  /** False where the schema asks for more than an example knows how to make: a pattern, a condition. */
  readonly isValid: boolean;
}

/** An example of the arguments that a schema wants. Never throws. */
export function exampleArguments(schema: Schema | undefined): ExampleArguments {
  const parts = schemaParts(schema);
  const example = exampleOf(parts.form.schema, {}, new Set());
  const value = isObject(example.value) ? (example.value as JsonObject) : {};
  return { value, isValid: parts.isValid(value) };
}

import { type Effect, isObject, type JsonObject, type Schema, type Tool } from "@agent-tools/contract";
import { annotationsOf, effectOfMethod } from "../http-method.js";
import { describe, titleOf } from "./description.js";
import type { ApiVersion } from "./document-text.js";
import type { Documents } from "./documents.js";
import { isFileProperty } from "./file-properties.js";
import { inputSchema, nameInputs } from "./input-schema.js";
import { readModel } from "./model-reader.js";
import type { Operation } from "./operation.js";
import type { Callable } from "./request-builder.js";
import type { SchemaNormalizer } from "./schema-normalizer.js";
import type { SchemaSink } from "./schema-place.js";

/** What a description may say of our tools itself, in `x-agent-tools` of an operation. */
export interface Overrides {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly effect?: Effect;
  readonly isIdempotent?: boolean;
  /** `false` leaves the operation out. */
  readonly enabled?: boolean;
}

/** One operation as a tool. Its schemas are made when they are first read. */
export interface ImportedTool extends Callable {
  readonly operation: Operation;
  readonly definition: Tool;
  readonly effect: Effect;
  readonly isIdempotent: boolean;
  /** What had to be left out or guessed. Reading it makes the schemas. */
  flaws(): string[];
}

const effects: ReadonlySet<unknown> = new Set(["read", "write", "destructive"]);

/** The overrides of an operation; a field of the wrong kind counts as absent. */
export function overridesOf({ fields }: Operation): Overrides {
  const given = isObject(fields["x-agent-tools"]) ? fields["x-agent-tools"] : {};
  const text = (name: string) => (typeof given[name] === "string" && given[name] !== "" ? { [name]: given[name] } : {});
  const name = typeof given["name"] === "string" && /^[\w-]{1,64}$/.test(given["name"]) ? { name: given["name"] } : {};
  return {
    ...name,
    ...text("title"),
    ...text("description"),
    ...(effects.has(given["effect"]) && { effect: given["effect"] as Effect }),
    ...(typeof given["isIdempotent"] === "boolean" && { isIdempotent: given["isIdempotent"] }),
    enabled: given["enabled"] !== false,
  };
}

/** Makes an operation a tool. Throws where it cannot be one. */
export function importTool(
  operation: Operation,
  name: string,
  overrides: Overrides,
  documents: Documents,
  version: ApiVersion,
  normalizer: SchemaNormalizer,
  meta: JsonObject,
): ImportedTool {
  const { method, path, label } = operation;
  const model = readModel(operation, documents, version);
  const inputs = nameInputs(model);
  const effect = overrides.effect ?? effectOfMethod(method);
  const title = overrides.title ?? titleOf(operation);
  const flaws = new Set(model.flaws);
  const sink = (): SchemaSink => ({ references: new Set(), flaws });

  const definition: Tool = {
    name,
    ...(title !== undefined && { title }),
    description: overrides.description ?? describe(operation),
    annotations: annotationsOf(method, effect),
    _meta: meta,
  };
  lazily(definition, "inputSchema", () => inputSchema(inputs, model, normalizer, sink()));
  const { response } = model;
  if (response) {
    lazily(definition, "outputSchema", () => {
      const collected = sink();
      const schema = normalizer.normalize(response, "output", collected);
      return normalizer.bundle(normalizer.unfold(schema, collected), collected);
    });
  }

  return {
    operation,
    definition,
    effect,
    isIdempotent: overrides.isIdempotent ?? effect === "read",
    method,
    path,
    label,
    model,
    inputs,
    isFile: (property) => model.body !== undefined && isFileProperty(property, model.body.schema, documents),
    flaws() {
      void [definition.inputSchema, definition.outputSchema];
      return [...flaws];
    },
  };
}

/** A field that is made when it is first read and kept from then on. */
function lazily(tool: Tool, field: "inputSchema" | "outputSchema", make: () => Schema): void {
  Object.defineProperty(tool, field, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(tool, field, { enumerable: true, value });
      return value;
    },
  });
}

import {
  type Effect,
  isObject,
  type JsonObject,
  type Schema,
  type Tool,
  type ToolAnnotations,
  ToolError,
} from "@agent-tools/contract";
import { annotationsOf, effectOfMethod } from "../http-method.js";
import { wordsOf } from "./description.js";
import type { ApiVersion } from "./document-text.js";
import type { Documents } from "./documents.js";
import { isFilePart } from "./file-parts.js";
import { inputSchema, nameInputs } from "./input-schema.js";
import { readModel } from "./model-reader.js";
import type { PartKey } from "./multipart.js";
import { Operation } from "./operation.js";
import { ownGetter } from "./own-getter.js";
import type { Callable } from "./request-builder.js";
import { responseSchema } from "./response-schema.js";
import { type SchemaNormalizer, schemaNormalizer } from "./schema-normalizer.js";
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

/** One operation as a tool. Beyond name and description everything is made when it is first needed. */
export interface ImportedTool {
  readonly operation: Operation;
  readonly definition: Tool;
  readonly effect: Effect;
  readonly isIdempotent: boolean;
  /** What it takes to call it. */
  callable(): Callable;
  /** What had to be left out or guessed. It makes the schemas. */
  flaws(): string[];
}

const none: Overrides = {};
const effects: ReadonlySet<unknown> = new Set(["read", "write", "destructive"]);

/** The overrides of an operation; a field of the wrong kind counts as absent. */
export function overridesOf({ fields }: Operation): Overrides {
  const given = fields["x-agent-tools"];
  return isObject(given) ? readOverrides(given) : none;
}

function readOverrides(given: Readonly<Record<string, unknown>>): Overrides {
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

/** What the tools of one description have in common. */
export class ImportContext {
  readonly documents: Documents;
  readonly version: ApiVersion;
  readonly meta: JsonObject;
  #normalizer: SchemaNormalizer | undefined;

  constructor(documents: Documents, version: ApiVersion, meta: JsonObject) {
    this.documents = documents;
    this.version = version;
    this.meta = meta;
  }

  get normalizer(): SchemaNormalizer {
    this.#normalizer ??= schemaNormalizer(this.documents, this.version);
    return this.#normalizer;
  }
}

/** What is listed. A schema is a property like the others, but made when it is first read. */
export class Definition {
  /** The tool in the place of its operation, once somebody needs it. */
  #source: Operation | OperationTool;
  readonly #context: ImportContext;
  // Declared only: a field of a class is set twice, first to undefined.
  declare readonly name: string;
  /** A field that is undefined counts as absent. */
  declare readonly title: string | undefined;
  declare readonly description: string;
  declare readonly annotations: ToolAnnotations;
  declare readonly _meta: JsonObject;
  declare readonly inputSchema: Schema;
  declare readonly outputSchema: Schema | undefined;

  constructor(operation: Operation, name: string, overrides: Overrides, context: ImportContext) {
    const words = wordsOf(operation);
    this.#source = operation;
    this.#context = context;
    this.name = name;
    this.title = overrides.title ?? words.title;
    this.description = overrides.description ?? words.description;
    this.annotations = annotationsOf(operation.method, overrides.effect);
    this._meta = context.meta;
    ownGetter(this, "inputSchema", Definition.#input);
    // Without responses there is none.
    if (operation.fields["responses"] !== undefined) ownGetter(this, "outputSchema", Definition.#output);
  }

  /** The tool that it is of. */
  static tool(definition: Definition): OperationTool {
    if (definition.#source instanceof Operation) {
      definition.#source = new OperationTool(definition.#source, definition as Tool, definition.#context);
    }
    return definition.#source;
  }

  static readonly #input = function (this: Definition): Schema | undefined {
    return Definition.tool(this).inputSchema();
  };
  static readonly #output = function (this: Definition): Schema | undefined {
    return Definition.tool(this).outputSchema();
  };
}

class OperationTool implements ImportedTool {
  readonly operation: Operation;
  readonly definition: Tool;
  readonly effect: Effect;
  readonly isIdempotent: boolean;
  readonly #context: ImportContext;
  readonly #flaws = new Set<string>();
  #callable: Callable | undefined;
  #input: Schema | undefined;
  /** Null until somebody asks. */
  #output: Schema | undefined | null = null;

  constructor(operation: Operation, definition: Tool, context: ImportContext) {
    const overrides = overridesOf(operation);
    this.operation = operation;
    this.definition = definition;
    this.effect = overrides.effect ?? effectOfMethod(operation.method);
    this.isIdempotent = overrides.isIdempotent ?? this.effect === "read";
    this.#context = context;
  }

  inputSchema(): Schema | undefined {
    this.#input ??= this.#make("input");
    return this.#input;
  }

  outputSchema(): Schema | undefined {
    if (this.#output === null) this.#output = this.#make("output");
    return this.#output;
  }

  callable(): Callable {
    if (this.#callable) return this.#callable;
    const { documents, version } = this.#context;
    const { method, path, label } = this.operation;
    const model = readModel(this.operation, documents, version);
    for (const flaw of model.flaws) this.#flaws.add(flaw);
    const { body } = model;
    const isFile = (part: PartKey): boolean => body !== undefined && isFilePart(part, body.schema, documents);
    this.#callable = { method, path, label, model, inputs: nameInputs(model), isFile };
    return this.#callable;
  }

  flaws(): string[] {
    this.inputSchema();
    this.outputSchema();
    return [...this.#flaws];
  }

  #make(field: "input" | "output"): Schema | undefined {
    const { documents, version, normalizer } = this.#context;
    const sink: SchemaSink = { references: new Set(), flaws: this.#flaws };
    try {
      if (field === "input") {
        const { inputs, model } = this.callable();
        return inputSchema(inputs, model, normalizer, sink);
      }
      const response = responseSchema(this.operation, documents, version);
      return (
        response && normalizer.bundle(normalizer.unfold(normalizer.normalize(response, "output", sink), sink), sink)
      );
    } catch (error) {
      // Whoever reads a list of tools must not meet it.
      this.#flaws.add(`a schema cannot be made: ${ToolError.from(error).message}`);
      return field === "input" ? { type: "object" } : undefined;
    }
  }
}

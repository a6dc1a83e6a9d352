import type { Static, TSchema } from "typebox";
import type { Adapter } from "./adapter.js";
import type { CallContext } from "./context.js";
import type { Effect } from "./effect.js";
import type { Awaitable } from "./json.js";
import type { Schema, Tool, ToolAnnotations } from "./tool.js";
import { ToolError } from "./tool-error.js";

/** A schema of any library that follows Standard Schema 1 and can write itself as JSON Schema (zod from 4.2, …). */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Awaitable<StandardResult<Output>>;
    readonly jsonSchema: { readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown> };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a Standard Schema's `validate` answers. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/** A schema that `defineTool` infers the argument type from: TypeBox, or any Standard Schema. */
export type ArgumentSchema = TSchema | StandardSchema;

/** The type that a tool's handler gets for a schema. */
export type ArgumentsOf<S extends ArgumentSchema> =
  S extends StandardSchema<unknown, infer Output> ? Output : S extends TSchema ? Static<S> : never;

/** How a tool is defined in code. */
export interface ToolOptions<S extends ArgumentSchema> {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly input: S;
  readonly outputSchema?: Schema;
  readonly annotations?: ToolAnnotations;
  /** Default `write`. */
  readonly effect?: Effect;
  readonly call: (args: ArgumentsOf<S>, context: CallContext) => Awaitable<unknown>;
}

/** A tool in code: its definition, its effect and its handler. */
export interface DefinedTool {
  readonly definition: Tool;
  readonly effect: Effect | undefined;
  readonly call: (args: unknown, context: CallContext) => Promise<unknown>;
}

/**
 * A tool whose handler's argument type is inferred from its schema. Give it to `toolsAdapter`. A Standard Schema also
 * checks the arguments, and its handler gets what it made of them; TypeBox arguments are checked by the runtime. Throws
 * `invalid_configuration` where the schema cannot be written as JSON Schema.
 */
export function defineTool<S extends ArgumentSchema>(options: ToolOptions<S>): DefinedTool {
  const { input, call, effect, ...fields } = options;
  const standard = "~standard" in input ? (input as StandardSchema)["~standard"] : undefined;
  const inputSchema: Schema = standard ? jsonSchemaOf(standard, options.name) : (input as object as Schema);
  return {
    definition: { ...fields, inputSchema },
    effect,
    async call(args, context) {
      if (!standard) return call(args as ArgumentsOf<S>, context);
      const checked = await standard.validate(args);
      if (checked.issues) {
        const issues = checked.issues.map(
          ({ message, path = [] }) => `${path.map(segment).join(".") || "arguments"}: ${message}`,
        );
        throw new ToolError("invalid_arguments", `Tool "${options.name}" refuses its arguments. ${issues.join("; ")}.`);
      }
      return call(checked.value as ArgumentsOf<S>, context);
    },
  };
}

/** An adapter over tools that are written in code. Throws where two have one name. */
export function toolsAdapter(tools: readonly DefinedTool[]): Adapter {
  const byName = new Map<string, DefinedTool>();
  for (const tool of tools) {
    const { name } = tool.definition;
    if (byName.has(name)) {
      throw new ToolError("invalid_configuration", `Two tools are called "${name}". Give each its own name.`);
    }
    byName.set(name, tool);
  }
  return {
    listTools: () => ({ tools: tools.map((tool) => tool.definition) }),
    effect: (name) => byName.get(name)?.effect,
    async call(name, args, context) {
      const tool = byName.get(name);
      if (!tool) throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
      return tool.call(args, context);
    },
  };
}

function jsonSchemaOf({ vendor, jsonSchema }: StandardSchema["~standard"], tool: string): Schema {
  try {
    return jsonSchema.input({ target: "draft-2020-12" });
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError(
      "invalid_configuration",
      `The input schema of tool "${tool}" (${vendor}) cannot be written as JSON Schema: ${words}`,
      { hint: "Use a schema that has a JSON Schema form (zod from 4.2), or TypeBox.", cause },
    );
  }
}

function segment(part: unknown): string {
  return String(typeof part === "object" && part !== null && "key" in part ? part.key : part);
}

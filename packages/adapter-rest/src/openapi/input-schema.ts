import { isObject, type Schema } from "@agent-tools/contract";
import { isJsonType, isTextType, parseMediaType } from "../media-type.js";
import { fileSchema } from "./file-schema.js";
import { formType, sequences } from "./request-body.js";
import type { Parameter, PartHeader, RequestBody, RequestModel } from "./request-model.js";
import type { SchemaNormalizer } from "./schema-normalizer.js";
import type { Direction, SchemaSink } from "./schema-place.js";
import { isShortExample } from "./schema-repair.js";

/** The arguments of a tool: each parameter under a name of its own, the body under `body`. */
export interface Inputs {
  readonly parameters: readonly { readonly argument: string; readonly parameter: Parameter }[];
  readonly hasBody: boolean;
  /** The argument for the headers of the body's parts, where it has some. */
  readonly partHeaders: string | undefined;
}

const bodyName = "body";
const partHeadersName = "part_headers";

/**
 * Names the arguments. A parameter keeps its name where that is one that providers take for a property and no other has;
 * else it is respelled, and the place goes in front: `id` in path and query becomes `id` and `query_id`.
 */
export function nameInputs({ parameters, body }: RequestModel): Inputs {
  const partHeaders = body && partsWithHeaders(body).length > 0 ? partHeadersName : undefined;
  const taken = new Set([...(body ? [bodyName] : []), ...(partHeaders === undefined ? [] : [partHeaders])]);
  return {
    hasBody: body !== undefined,
    partHeaders,
    parameters: parameters.map((parameter) => {
      const plain = respell(parameter.name);
      let argument = taken.has(plain) ? `${parameter.place}_${plain}` : plain;
      for (let count = 2; taken.has(argument); count += 1) argument = `${parameter.place}_${plain}_${count}`;
      taken.add(argument);
      return { argument, parameter };
    }),
  };
}

/** The input schema of a tool, with exactly the definitions that it reaches. */
export function inputSchema(
  inputs: Inputs,
  model: RequestModel,
  normalizer: SchemaNormalizer,
  sink: SchemaSink,
): Schema {
  const properties: [string, Schema][] = [];
  const required: string[] = [];
  for (const { argument, parameter } of inputs.parameters) {
    // A name that had to be respelled says little: the real one is told where nothing else is.
    const description = parameter.description ?? (argument.includes(parameter.name) ? undefined : parameter.name);
    properties.push([argument, parameterSchema({ ...parameter, description }, normalizer, sink)]);
    if (parameter.isRequired) required.push(argument);
  }
  if (model.body) {
    properties.push([bodyName, bodySchema(model.body, normalizer, sink)]);
    if (model.body.isRequired) required.push(bodyName);
    if (inputs.partHeaders !== undefined)
      properties.push([inputs.partHeaders, partHeadersSchema(model.body, normalizer, sink)]);
  }
  return normalizer.bundle(objectSchema(properties, required), sink);
}

type DescribedParameter = Pick<Parameter, "schema" | "description" | "isDeprecated" | "example">;

function parameterSchema(parameter: DescribedParameter, normalizer: SchemaNormalizer, sink: SchemaSink): Schema {
  const schema = normalizer.normalize(parameter.schema, "input", sink);
  if (!isObject(schema)) return schema;
  const { description, isDeprecated, example } = parameter;
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(isDeprecated && { deprecated: true }),
    ...(isShortExample(example) && !("examples" in schema) && !("enum" in schema) && { examples: [example] }),
  };
}

function bodySchema(body: RequestBody, normalizer: SchemaNormalizer, sink: SchemaSink): Schema {
  const { type } = parseMediaType(body.contentType);
  const direction = bodyDirection(type);
  if (direction === undefined)
    return isTextType(type) ? textSchema(body, type) : fileSchema({ description: body.description });
  // A parameter may refer to what the body itself is: what only the body needs is collected apart.
  const own: SchemaSink = { references: new Set(), flaws: sink.flaws };
  const schema = normalizer.unfold(normalizer.normalize(body.schema, direction, own), own);
  for (const reference of own.references) sink.references.add(reference);
  if (!isObject(schema)) return schema;
  return {
    ...("properties" in schema && !("type" in schema) && { type: "object" }),
    ...schema,
    ...(body.description !== undefined && !("description" in schema) && { description: body.description }),
  };
}

function textSchema(body: RequestBody, type: string): Schema {
  return { type: "string", description: body.description ?? `The body, as ${type}.` };
}

/** The parts that have headers of their own. */
function partsWithHeaders({ encoding }: RequestBody): [part: string, headers: readonly PartHeader[]][] {
  const parts = [...Object.entries(encoding.named), ...Object.entries(encoding.prefix)];
  return parts.flatMap(([part, { headers = [] }]): [string, readonly PartHeader[]][] =>
    headers.length === 0 ? [] : [[part, headers]],
  );
}

function partHeadersSchema(body: RequestBody, normalizer: SchemaNormalizer, sink: SchemaSink): Schema {
  return objectSchema(
    partsWithHeaders(body).map(([part, headers]) => [
      part,
      objectSchema(
        headers.map((header) => [
          header.name,
          parameterSchema({ ...header, isDeprecated: false, example: undefined }, normalizer, sink),
        ]),
        headers.filter(({ isRequired, byDefault }) => isRequired && byDefault === undefined).map(({ name }) => name),
      ),
    ]),
    [],
    "Headers of the parts of the body, by part and header.",
  );
}

function objectSchema(
  properties: readonly [string, Schema][],
  required: readonly string[],
  description?: string,
): Schema {
  return {
    type: "object",
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** How the schema of a body is read; undefined where the body is text or bytes whatever its schema says. */
function bodyDirection(type: string): Direction | undefined {
  if (type.startsWith("multipart/")) return "form";
  return isJsonType(type) || type === formType || sequences.has(type) ? "input" : undefined;
}

function respell(name: string): string {
  const plain = name.replace(/^[^\w.-]+|[^\w.-]+$/g, "").replace(/[^\w.-]+/g, "_");
  return plain.slice(0, 50) || "value";
}

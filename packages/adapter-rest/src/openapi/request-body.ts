import { isObject } from "@agent-tools/contract";
import { isJsonType, isTextType, parseMediaType } from "../media-type.js";
import type { Documents, Located } from "./documents.js";
import { isFile } from "./file-schema.js";
import { dereference, type Operation } from "./operation.js";
import { type FoundParameter, oldEncoding, plainParameterSchema } from "./parameters.js";
import { multipartEncoding, noEncoding } from "./property-encoding.js";
import type { RequestBody } from "./request-model.js";

type Fields = Readonly<Record<string, unknown>>;

export const formType = "application/x-www-form-urlencoded";
/** The media types of JSON values one after another, and what stands before and after each. */
export const sequences: ReadonlyMap<string, readonly [before: string, after: string]> = new Map([
  ["application/jsonl", ["", "\n"]],
  ["application/x-ndjson", ["", "\n"]],
  ["application/json-seq", ["\u001e", "\n"]],
]);

const multipartType = "multipart/form-data";

/** Which of several media types is sent: the one that carries a model's arguments best. */
const preferences: readonly ((type: string) => boolean)[] = [
  (type) => type === "application/json",
  (type) => isJsonType(type),
  (type) => type === formType,
  (type) => type.startsWith("multipart/"),
  (type) => type === "text/plain",
  (type) => type === "application/octet-stream",
  (type) => isTextType(type),
  () => true,
];

/** The body of an operation of OpenAPI 3. */
export function readBody(operation: Operation, documents: Documents, flaws: string[]): RequestBody | undefined {
  const given = operation.fields["requestBody"];
  if (given === undefined || operation.method === "HEAD" || operation.method === "TRACE") return undefined;
  const body = dereference({ value: given, base: operation.base }, documents);
  if (!body) {
    flaws.push("the reference of its body leads nowhere");
    return undefined;
  }
  const content = isObject(body.value["content"]) ? body.value["content"] : {};
  const contentType = preferred(Object.keys(content));
  if (contentType === undefined) return undefined;
  const media = dereference({ value: content[contentType], base: body.base }, documents);
  const schema: Located = { value: media ? schemaOf(media.value) : {}, base: media?.base ?? body.base };
  return {
    contentType: contentType.includes("*") ? rangeType(contentType, schema, documents) : contentType,
    accepted: Object.keys(content),
    isRequired: body.value["required"] === true,
    description: typeof body.value["description"] === "string" ? body.value["description"] : undefined,
    schema,
    encoding: media ? multipartEncoding(media, documents) : noEncoding,
  };
}

/** `itemSchema` of OpenAPI 3.2 describes each item of a stream; it is given as a list. */
function schemaOf({ schema, itemSchema }: Fields): unknown {
  return schema ?? (isObject(itemSchema) ? { type: "array", items: itemSchema } : {});
}

/** A range such as `image/*` names no type: bytes are sent as such, and else JSON, which services take that do not care. */
function rangeType(range: string, schema: Located, documents: Documents): string {
  if (range.startsWith("text/")) return "text/plain";
  const found = dereference(schema, documents);
  if (!/^(\*|application)\//.test(range) || (found && isFile(found.value))) return "application/octet-stream";
  return "application/json";
}

function preferred(types: readonly string[]): string | undefined {
  for (const isPreferred of preferences) {
    const found = types.find((type) => isPreferred(parseMediaType(type).type));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The body of an operation of Swagger 2.0: its `body` parameter, or its `formData` parameters together. */
export function readOldBody(found: readonly FoundParameter[], consumes: readonly string[]): RequestBody | undefined {
  const whole = found.find(({ fields }) => fields["in"] === "body");
  if (whole) {
    return {
      contentType: preferred(consumes) ?? "application/json",
      accepted: consumes,
      isRequired: whole.fields["required"] === true,
      description: typeof whole.fields["description"] === "string" ? whole.fields["description"] : undefined,
      schema: { value: whole.fields["schema"] ?? {}, base: whole.base },
      encoding: noEncoding,
    };
  }
  const fields = found.filter((parameter) => parameter.fields["in"] === "formData");
  const [first] = fields;
  if (!first) return undefined;
  const hasFile = fields.some((parameter) => parameter.fields["type"] === "file");
  const isRequired = (parameter: FoundParameter): boolean => parameter.fields["required"] === true;
  const nameOf = (parameter: FoundParameter): string => parameter.fields["name"] as string;
  return {
    contentType:
      hasFile || (!consumes.includes(formType) && consumes.includes(multipartType)) ? multipartType : formType,
    accepted: [],
    isRequired: fields.some(isRequired),
    description: undefined,
    schema: {
      value: {
        type: "object",
        properties: Object.fromEntries(
          fields.map((parameter) => [nameOf(parameter), describedSchema(parameter.fields)]),
        ),
        required: fields.filter(isRequired).map(nameOf),
        additionalProperties: false,
      },
      base: first.base,
    },
    encoding: {
      ...noEncoding,
      named: Object.fromEntries(
        fields
          .filter((parameter) => parameter.fields["type"] === "array")
          .map((parameter) => [nameOf(parameter), oldEncoding(parameter.fields, "formData")]),
      ),
    },
  };
}

function describedSchema(fields: Fields): Fields {
  const schema = plainParameterSchema(fields);
  return fields["description"] === undefined ? schema : { ...schema, description: fields["description"] };
}

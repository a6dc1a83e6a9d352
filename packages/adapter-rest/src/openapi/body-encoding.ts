import { isObject, ToolError } from "@agent-tools/contract";
import { isJsonType, isTextType, parseMediaType } from "../media-type.js";
import { ownField } from "../own-field.js";
import { jsonText, plainText } from "../template.js";
import { encodeFormValue } from "../url-encoding.js";
import { readFileArgument } from "./file-schema.js";
import { type PartFacts, writeMultipart } from "./multipart.js";
import { formType, sequences } from "./request-body.js";
import type { PropertyEncoding, RequestBody } from "./request-model.js";
import { encodeReserved, pairsOf } from "./value-encoding.js";

/** A body as it is sent. */
export interface EncodedBody {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** Writes a body in its media type. */
export function encodeBody(body: RequestBody, value: unknown, facts: PartFacts): EncodedBody {
  const { contentType } = body;
  const { type } = parseMediaType(contentType);
  if (isJsonType(type)) return { contentType, body: jsonText(value) };
  if (type === formType) return { contentType, body: formText(fieldsOf(value), body.encoding.named) };
  if (type.startsWith("multipart/")) {
    const parts = Array.isArray(value) && type !== "multipart/form-data" ? value : fieldsOf(value);
    const written = writeMultipart(parts, type, body.encoding, facts);
    return { contentType: written.contentType, body: written.bytes };
  }
  const separators = sequences.get(type);
  if (separators && Array.isArray(value)) {
    const [before, after] = separators;
    return { contentType, body: value.map((item) => `${before}${jsonText(item)}${after}`).join("") };
  }
  if (isTextType(type)) return { contentType, body: plainText(value) };
  const file = readFileArgument(value, "body");
  return { contentType: fileType(body, file.contentType), body: file.bytes };
}

/** The type that a file says of itself, where the description takes it. */
function fileType({ contentType, accepted }: RequestBody, given: string | undefined): string {
  const { type } = parseMediaType(given);
  const isAccepted = accepted.some((each) => {
    const range = parseMediaType(each).type;
    return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
  });
  return given !== undefined && isAccepted && mediaType.test(given) ? given : contentType;
}

const mediaType = /^[\w.+-]+\/[\w.+-]+(?:\s*;[\x20-\x7e]*)?$/;

/**
 * The pairs of a form (OpenAPI 3.1.1, section 4.8.15): by style where the encoding names one, else a list as one pair for
 * each item and any deeper structure as JSON.
 */
export function formText(
  fields: Readonly<Record<string, unknown>>,
  encodings: Readonly<Record<string, PropertyEncoding>>,
): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const {
      style,
      explode = true,
      allowReserved = false,
      innerDelimiters,
      contentType,
    } = ownField(encodings, name) ?? {};
    const encoding = { style: style ?? "form", explode, innerDelimiters } as const;
    const encode = allowReserved ? encodeReserved : encodeFormValue;
    const isJson = style === undefined && (isObject(value) || (contentType !== undefined && isJsonType(contentType)));
    pairs.push(...pairsOf(name, isJson ? jsonText(value) : value, encoding, encode));
  }
  return pairs.join("&");
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new ToolError("invalid_arguments", "The body has to be an object: it is sent as a form.");
}

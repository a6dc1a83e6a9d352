import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { isObject, ToolError } from "@agent-tools/contract";
import { isJsonType, parseMediaType } from "../media-type.js";
import { ownField } from "../own-field.js";
import { jsonText, plainText } from "../template.js";
import { checkHeader } from "../url-encoding.js";
import { readFileArgument } from "./file-schema.js";
import { noEncoding } from "./property-encoding.js";
import type { MultipartEncoding, PropertyEncoding } from "./request-model.js";
import { headerText, namedValues } from "./value-encoding.js";

/** A written multipart body and its Content-Type. */
export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** What a part is called: the property that it comes from, or its position in a list. */
export type PartKey = string | number;

/** What the writer has to be told beyond the encoding. */
export interface PartFacts {
  isFile(part: PartKey): boolean;
  /** The values of headers, by part and header. */
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Part {
  readonly key: PartKey;
  /** What it says that it is called. */
  readonly name?: string;
  readonly value: unknown;
  readonly encoding: PropertyEncoding | undefined;
}

/**
 * Writes a multipart body (RFC 2046, section 5.1): of an object each property, where a list is one part for each item; of
 * a list each item, without a name. A file keeps its name, a structure is JSON, everything else text, unless the encoding
 * says otherwise (OpenAPI 3.2, section 4.15).
 */
export function writeMultipart(
  value: unknown,
  type: string,
  encoding: MultipartEncoding,
  facts: PartFacts,
): MultipartBody {
  const boundary = `agent-tools-${randomBytes(16).toString("hex")}`;
  const chunks: Buffer[] = [];
  for (const part of partsOf(value, encoding)) {
    if (part.value === undefined || part.value === null) continue;
    const { headers, bytes } = writePart(part, facts);
    chunks.push(Buffer.from(`--${boundary}\r\n${headers.join("\r\n")}\r\n\r\n`), bytes, Buffer.from("\r\n"));
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `${type}; boundary=${boundary}`, bytes: Buffer.concat(chunks) };
}

function partsOf(value: unknown, { named, prefix, items }: MultipartEncoding): Part[] {
  if (Array.isArray(value)) return value.map((item, key) => ({ key, value: item, encoding: prefix[key] ?? items }));
  return Object.entries(value as object).flatMap(([key, given]): Part[] => {
    const encoding = ownField(named, key);
    if (encoding?.style !== undefined && typeof given === "object" && given !== null) {
      const { style, explode = true, innerDelimiters } = encoding;
      const values = namedValues(key, given, { style, explode, innerDelimiters }, (text) => text);
      return values.map(([name, text]) => ({ key, name, value: text, encoding }));
    }
    const isOne = !Array.isArray(given) || isMultipart(encoding?.contentType);
    return (isOne ? [given] : given).map((item: unknown) => ({ key, name: key, value: item, encoding }));
  });
}

function writePart(part: Part, facts: PartFacts): { readonly headers: readonly string[]; readonly bytes: Buffer } {
  const { key, name, value, encoding } = part;
  const disposition = name === undefined ? undefined : `form-data; name="${quoted(name)}"`;
  const declared = concreteType(encoding?.contentType);
  if (facts.isFile(key)) {
    const file = readFileArgument(value, String(key));
    const type = file.contentType ?? declared ?? "application/octet-stream";
    const filename = `filename="${quoted(file.filename ?? String(key))}"`;
    return written(`${disposition ?? "attachment"}; ${filename}`, type, part, facts, file.bytes);
  }
  if (declared !== undefined && isMultipart(declared) && typeof value === "object") {
    const inner = { isFile: () => false, headers: {} };
    const { contentType, bytes } = writeMultipart(value, declared, encoding?.nested ?? noEncoding, inner);
    return written(disposition, contentType, part, facts, bytes);
  }
  const type = declared ?? (typeof value === "object" ? "application/json" : undefined);
  const isJson = type !== undefined && isJsonType(parseMediaType(type).type);
  return written(disposition, type, part, facts, Buffer.from(isJson ? jsonText(value) : plainText(value)));
}

function written(
  disposition: string | undefined,
  type: string | undefined,
  { key, encoding }: Part,
  facts: PartFacts,
  bytes: Buffer,
): { readonly headers: readonly string[]; readonly bytes: Buffer } {
  const headers = [
    ...(disposition === undefined ? [] : [`Content-Disposition: ${disposition}`]),
    ...(type === undefined ? [] : [`Content-Type: ${singleLine(type)}`]),
  ];
  const given = ownField(facts.headers, key);
  for (const header of encoding?.headers ?? []) {
    const value = (isObject(given) ? ownField(given, header.name) : undefined) ?? header.byDefault;
    if (value === undefined || value === null) {
      if (header.isRequired)
        throw new ToolError("invalid_arguments", `The part "${key}" needs the header ${header.name}.`);
      continue;
    }
    const text = header.contentType === undefined ? headerText(value, header) : jsonText(value);
    headers.push(`${header.name}: ${checkHeader(header.name, text)}`);
  }
  return { headers, bytes };
}

function isMultipart(type: string | undefined): boolean {
  return type?.trim().toLowerCase().startsWith("multipart/") ?? false;
}

/** The first of the types that an encoding names which is no range. */
function concreteType(types: string | undefined): string | undefined {
  return types
    ?.split(",")
    .map((type) => type.trim())
    .find((type) => !type.includes("*"));
}

/** As browsers write it (WHATWG HTML, multipart form data): no value ends the quotes or the line. */
function quoted(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function singleLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

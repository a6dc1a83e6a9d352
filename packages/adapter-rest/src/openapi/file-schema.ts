import { Buffer } from "node:buffer";
import { isObject, type Schema, ToolError } from "@agent-tools/contract";
import { isTextType } from "../media-type.js";

/** A file as a caller gives it. */
export interface GivenFile {
  readonly bytes: Buffer;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
}

/** True for a schema of raw bytes: `type: file` (2.0), `format: binary` (3.0), `contentMediaType` alone (3.1). */
export function isFile(schema: Readonly<Record<string, unknown>>): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (type === "file" || format === "binary") return true;
  const isBytes =
    typeof contentMediaType === "string" && contentEncoding === undefined && !isTextType(contentMediaType);
  return isBytes && (type === undefined || type === "string");
}

/** What a caller gives for a file. */
export function fileSchema(schema: Readonly<Record<string, unknown>> = {}): Schema {
  const { description } = schema;
  return {
    type: "object",
    description: `${typeof description === "string" ? `${description.trim()} ` : ""}A file: its text, or its bytes in base64.`,
    properties: {
      text: { type: "string" },
      base64: { type: "string", contentEncoding: "base64" },
      filename: { type: "string" },
      contentType: { type: "string" },
    },
    anyOf: [{ required: ["text"] }, { required: ["base64"] }],
    additionalProperties: false,
  };
}

/** Reads what a caller gave for a file; a plain string is its text. Throws where it is neither. */
export function readFileArgument(value: unknown, name: string): GivenFile {
  if (typeof value === "string") return { bytes: Buffer.from(value), filename: undefined, contentType: undefined };
  const { text, base64, filename, contentType } = isObject(value) ? value : {};
  const bytes =
    typeof base64 === "string"
      ? Buffer.from(base64, "base64")
      : typeof text === "string"
        ? Buffer.from(text)
        : undefined;
  if (bytes === undefined) {
    throw new ToolError("invalid_arguments", `${name} has to be a file: { text } or { base64 }.`);
  }
  return {
    bytes,
    filename: typeof filename === "string" ? filename : undefined,
    contentType: typeof contentType === "string" ? contentType : undefined,
  };
}

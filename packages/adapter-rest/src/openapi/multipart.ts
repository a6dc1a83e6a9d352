import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { isObject } from "@agent-tools/contract";
import { plainText } from "../template.js";
import { readFileArgument } from "./file-schema.js";
import type { PropertyEncoding } from "./request-model.js";

/** A written multipart body and its Content-Type. */
export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * Writes the properties of an object as the parts of a multipart body (RFC 7578): a list as one part for each item, a
 * file with its name, an object as JSON, everything else as text, unless the encoding of the property says otherwise.
 */
export function writeMultipart(
  fields: Readonly<Record<string, unknown>>,
  encodings: Readonly<Record<string, PropertyEncoding>>,
  type: string,
  isFile: (name: string) => boolean,
): MultipartBody {
  const boundary = `agent-tools-${randomBytes(16).toString("hex")}`;
  const chunks: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      const { headers, bytes } = writePart(name, item, encodings[name]?.contentType, isFile(name));
      chunks.push(Buffer.from(`--${boundary}\r\n${headers.join("\r\n")}\r\n\r\n`), bytes, Buffer.from("\r\n"));
    }
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `${type}; boundary=${boundary}`, bytes: Buffer.concat(chunks) };
}

function writePart(name: string, value: unknown, declared: string | undefined, isFile: boolean) {
  const concrete = declared
    ?.split(",")
    .map((type) => type.trim())
    .find((type) => !type.includes("*"));
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (isFile) {
    const file = readFileArgument(value, name);
    const type = file.contentType ?? concrete ?? "application/octet-stream";
    return {
      headers: [`${disposition}; filename="${quoted(file.filename ?? name)}"`, `Content-Type: ${singleLine(type)}`],
      bytes: file.bytes,
    };
  }
  const type = concrete ?? (isObject(value) ? "application/json" : undefined);
  const isJson = type?.includes("json") ?? false;
  return {
    headers: type === undefined ? [disposition] : [disposition, `Content-Type: ${singleLine(type)}`],
    bytes: Buffer.from(isJson ? JSON.stringify(value) : plainText(value)),
  };
}

/** As browsers write it (WHATWG HTML, multipart form data): no value ends the quotes or the line. */
function quoted(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function singleLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

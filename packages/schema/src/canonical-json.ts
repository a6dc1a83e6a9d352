import { createHash } from "node:crypto";
import type { Schema } from "@agent-tools/contract";

/**
 * The same text for every equal JSON value, however its properties are ordered (RFC 8785, section 3.2). A property that
 * is undefined counts as absent. Throws on a value that contains itself.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields: string[] = [];
    for (const key of Object.keys(value).sort()) {
      const field = (value as Record<string, unknown>)[key];
      if (field !== undefined) fields.push(`${JSON.stringify(key)}:${canonicalJson(field)}`);
    }
    return `{${fields.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** A schema's SHA-256 as 64 hex digits, the same for equal schemas. A missing schema counts as `true`. */
export function schemaDigest(schema: Schema | undefined): string {
  return createHash("sha256")
    .update(canonicalJson(schema ?? true))
    .digest("hex");
}

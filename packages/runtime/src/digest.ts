import { createHash } from "node:crypto";
import { canonicalJson } from "@agent-tools/schema";

/** The SHA-256 of a JSON value as 43 URL-safe characters, the same for equal values. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64url");
}

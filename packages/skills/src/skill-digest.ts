import { createHash } from "node:crypto";

/** The digest of a file's bytes as the Skills extension of MCP writes it: `sha256:` and 64 hexadecimal digits. */
export function skillDigest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

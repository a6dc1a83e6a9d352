import type { Problem } from "@agent-tools/contract";

/** A problem as one line of text. */
export function problemLine({ source, field, message }: Problem): string {
  return `${source}${field === undefined ? "" : ` (${field})`}: ${message}`;
}

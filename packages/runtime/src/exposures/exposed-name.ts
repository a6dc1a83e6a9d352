import { createHash } from "node:crypto";

/** How long a tool's name may be (the limit of the common model providers). */
export const LONGEST_NAME = 64;

const HASH = 8;

/**
 * The name under which a plugin's tool is listed: `<prefix>__<tool>`, of `[A-Za-z0-9_-]` and at most `longest`
 * characters. Where that changes the name, a hash of the true one keeps it unique; the same tool always gets the same.
 */
export function exposedName(prefix: string, name: string, longest: number = LONGEST_NAME): string {
  const plain = `${prefix}__${name}`;
  const legal = plain.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  if (legal === plain && plain.length <= longest) return plain;
  const hash = createHash("sha256")
    .update(JSON.stringify([prefix, name]))
    .digest("hex")
    .slice(0, HASH);
  return `${legal.slice(0, longest - HASH - 1)}_${hash}`;
}

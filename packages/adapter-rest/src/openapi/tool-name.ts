import { createHash } from "node:crypto";
import type { Operation } from "./operation.js";

const maxLength = 64;

/** The snake_case of an identifier: `getHTTPStatus` and `get-http.status` are both `get_http_status`. */
function snakeCase(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII.
  const plain = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{Mark}/gu, "");
  return plain
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
}

/**
 * Gives out tool names: the operation's own id in snake_case, else method and path. A name longer than 64 characters, or
 * taken already, ends in a hash of method and path, so that it stays the same when other operations come and go.
 */
export function nameGiver(): (operation: Operation, declared?: string) => string {
  const taken = new Set<string>();
  return (operation, declared) => {
    const { operationId } = operation.fields;
    const whole =
      declared ||
      snakeCase(typeof operationId === "string" ? operationId : "") ||
      snakeCase(`${operation.method}_${operation.path}`);
    let name = whole;
    if (whole.length > maxLength || taken.has(whole)) {
      const hash = createHash("sha256").update(operation.label).digest("hex").slice(0, 8);
      name = `${whole.slice(0, maxLength - 9)}_${hash}`;
    }
    for (let count = 2; taken.has(name); count += 1) name = `${name.slice(0, maxLength - 4)}_${count}`;
    taken.add(name);
    return name;
  };
}

import { createHash } from "node:crypto";
import type { Operation } from "./operation.js";

const maxLength = 64;

/** The snake_case of an identifier: `getHTTPStatus` and `get-http.status` are both `get_http_status`. */
function snakeCase(text: string): string {
  let name = "";
  let start = -1;
  let before: Kind = "other";
  for (let index = 0; index <= text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return snakeCase(toAscii(text));
    const kind = kindOf(code);
    const isEnd =
      start >= 0 &&
      (kind === "other" ||
        (kind === "upper" &&
          (before === "lower" || (before === "upper" && isLowerLetter(text.charCodeAt(index + 1))))));
    if (isEnd) {
      name = name === "" ? text.slice(start, index) : `${name}_${text.slice(start, index)}`;
      start = -1;
    }
    if (start < 0 && kind !== "other") start = index;
    before = kind;
  }
  return name.toLowerCase();
}

type Kind = "upper" | "lower" | "other";

function isLowerLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** A digit goes with the word before it. Beyond the end there is nothing. */
function kindOf(code: number): Kind {
  if (isLowerLetter(code) || (code >= 48 && code <= 57)) return "lower";
  return code >= 65 && code <= 90 ? "upper" : "other";
}

/** Letters without their marks; what is then no letter of ASCII stands between words. */
function toAscii(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/\P{ASCII}/gu, " ");
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

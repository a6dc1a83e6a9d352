import { createHash } from "node:crypto";
import type { Operation } from "./operation.js";

const maxLength = 64;

const other = 0;
const lower = 1;
const upper = 2;

/** What each character of ASCII is; undefined beyond it. A digit goes with the word before it. */
const kinds: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  if (isLowerLetter(code) || (code >= 48 && code <= 57)) return lower;
  return code >= 65 && code <= 90 ? upper : other;
});

/** Where names are written, character by character: pieces of text would cost three times as much. */
const written = Buffer.alloc(maxLength + 2);

/** The snake_case of an identifier: `getHTTPStatus` and `get-http.status` are both `get_http_status`; one name of both texts. */
function snakeCase(text: string, more = ""): string {
  const length = write(more, write(text, 0));
  return isWritten(text, length) ? text : written.toString("latin1", 0, length);
}

/** Many an identifier is a name already, and need not be made again. */
function isWritten(text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let index = 0; index < length; index += 1) {
    if (text.charCodeAt(index) !== written[index]) return false;
  }
  return true;
}

/** Writes the snake_case of a text behind what is written; of more than a tool's name may hold only so much that this shows. */
function write(text: string, from: number): number {
  let length = from;
  let before = other;
  for (let index = 0; index < text.length && length <= maxLength; index += 1) {
    const code = text.charCodeAt(index);
    const kind = kinds[code];
    if (kind === lower) {
      if (before === other && length > 0) written[length++] = 0x5f;
      written[length++] = code;
    } else if (kind === upper) {
      const isWord = before !== upper || isLowerLetter(text.charCodeAt(index + 1));
      if (isWord && length > 0) written[length++] = 0x5f;
      written[length++] = code + 32;
    } else if (kind === undefined) {
      return write(toAscii(text), from);
    }
    before = kind;
  }
  return length;
}

/** Beyond the end there is nothing. */
function isLowerLetter(code: number): boolean {
  return code >= 97 && code <= 122;
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
      (typeof operationId === "string" && snakeCase(operationId)) ||
      snakeCase(operation.method, operation.path);
    const { size } = taken;
    if (whole.length <= maxLength && taken.add(whole).size > size) return whole;
    const hash = createHash("sha256").update(operation.label).digest("hex").slice(0, 8);
    let name = `${whole.slice(0, maxLength - 9)}_${hash}`;
    for (let count = 2; taken.has(name); count += 1) name = `${name.slice(0, maxLength - 4)}_${count}`;
    taken.add(name);
    return name;
  };
}

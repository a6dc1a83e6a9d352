import { createHash } from "node:crypto";
import type { Flawed, Operation } from "./operation.js";

const maxLength = 64;

const other = 0;
const lower = 1;
const upper = 2;

/** What each character of ASCII is; undefined beyond it. A digit goes with the word before it. */
const kinds: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  if (isLowerLetter(code) || (code >= 48 && code <= 57)) return lower;
  return code >= 65 && code <= 90 ? upper : other;
});

/** Where the names of a small description are written: a buffer of its own would cost a good part of its listing. */
const small: Buffer = Buffer.alloc(4_096);

/**
 * What each operation is called by itself: the snake_case of its id, else of method and path; `getHTTPStatus` and
 * `get-http.status` are both `get_http_status`. They are written character by character, since pieces of text would cost three
 * times as much, and read as one text, since to read each costs as much as to write it.
 */
export function ownNames(operations: readonly (Operation | Flawed)[]): string[] {
  const needed = operations.length * (maxLength + 2);
  const written = needed <= small.length ? small : Buffer.allocUnsafe(needed);
  const ends: number[] = [];
  let end = 0;
  for (const operation of operations) {
    if (!("reason" in operation)) end = writeName(operation, written, end);
    ends.push(end);
  }
  const text = written.toString("latin1", 0, end);
  let start = 0;
  return ends.map((to) => {
    const name = text.slice(start, to);
    start = to;
    return name;
  });
}

function writeName({ fields, method, path }: Operation, written: Buffer, start: number): number {
  const { operationId } = fields;
  const end = typeof operationId === "string" ? write(operationId, written, start, start) : start;
  return end > start ? end : write(path, written, start, write(method, written, start, start));
}

/**
 * Writes the snake_case of a text into the name that begins at `start`, behind what is written of it; of more than a tool's
 * name may hold only so much that this shows.
 */
function write(text: string, written: Buffer, start: number, from: number): number {
  const last = start + maxLength;
  let length = from;
  let before = other;
  for (let index = 0; index < text.length && length <= last; index += 1) {
    const code = text.charCodeAt(index);
    const kind = kinds[code];
    if (kind === lower) {
      if (before === other && length > start) written[length++] = 0x5f;
      written[length++] = code;
    } else if (kind === upper) {
      const isWord = before !== upper || isLowerLetter(text.charCodeAt(index + 1));
      if (isWord && length > start) written[length++] = 0x5f;
      written[length++] = code + 32;
    } else if (kind === undefined) {
      return write(toAscii(text), written, start, from);
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
 * Gives out tool names: as declared, else what the operation is called by itself. A name longer than 64 characters, or
 * taken already, ends in a hash of method and path, so that it stays the same when other operations come and go.
 */
export function nameGiver(): (operation: Operation, whole: string) => string {
  const taken = new Set<string>();
  return (operation, whole) => {
    const { size } = taken;
    if (whole.length <= maxLength && taken.add(whole).size > size) return whole;
    const hash = createHash("sha256").update(operation.label).digest("hex").slice(0, 8);
    let name = `${whole.slice(0, maxLength - 9)}_${hash}`;
    for (let count = 2; taken.has(name); count += 1) name = `${name.slice(0, maxLength - 4)}_${count}`;
    taken.add(name);
    return name;
  };
}

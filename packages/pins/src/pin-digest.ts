import { createHash, randomUUID } from "node:crypto";
import type { JsonObject, Tool } from "@agent-tools/contract";
import { canonicalJson } from "@agent-tools/schema";

/** What no model reads, and what may change from one listing to the next. */
const outside = new Set(["_meta", "icons"]);
/** What says how a tool is called rather than what it is. */
const ofTheCall = new Set(["execution"]);

/** By this key a tool says that its answers are private. A server that no longer says so must not pass unnoticed. */
const SENSITIVE = "agent-tools/sensitive";

/** The part of a definition that a pin covers, field by field, without `_meta` and icons. */
export function pinnedPart(definition: Tool): JsonObject {
  return pick(definition, (field) => !outside.has(field) && !ofTheCall.has(field));
}

/** The digest of what a model reads. Equal for equal JSON, however its properties are ordered; nothing else is folded. */
export function modelDigest(definition: Tool): string {
  return digestOf(pinnedPart(definition));
}

/** The digests of what a call needs, field by field, so that a change can be named without keeping a value. */
export function needDigests(definition: Tool, needs: JsonObject = {}): Readonly<Record<string, string>> {
  const mark = definition["_meta"]?.[SENSITIVE] === true && { sensitive: true };
  const fields = { ...pick(definition, (field) => ofTheCall.has(field)), ...mark, ...needs };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, digestOf(value)] as const],
    ),
  );
}

/** A value that is nested deeper than it can be read has a digest that is never met again, so that no pin holds for it. */
function digestOf(value: unknown): string {
  try {
    return `sha256-${createHash("sha256").update(canonicalJson(value)).digest("base64url")}`;
  } catch {
    return `unreadable-${randomUUID()}`;
  }
}

function pick(definition: Tool, isKept: (field: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(definition).filter(([field]) => isKept(field)));
}

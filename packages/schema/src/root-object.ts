import { isObject } from "@agent-tools/contract";
import type { ChangeList } from "./change-list.js";
import { parseJsonText } from "./relaxed-json.js";

/**
 * The object that a value given in an object's place holds: in JSON text, in a list of one, or nothing at all, which is
 * an empty object. Undefined where it holds none.
 */
export function rootObject(value: unknown, changes: ChangeList): Record<string, unknown> | undefined {
  if (isObject(value)) return value;
  if (value === undefined) return {};
  if (value === null) {
    changes.add("null-to-object", "");
    return {};
  }
  if (typeof value === "string") {
    if (value.trim() === "") {
      changes.add("empty-to-object", "");
      return {};
    }
    const parsed = parseJsonText(value);
    if (!parsed || typeof parsed.value !== "object") return undefined;
    for (const step of parsed.steps) changes.add(step, "");
    return rootObject(parsed.value, changes);
  }
  if (!Array.isArray(value) || value.length > 1) return undefined;
  const [only = {}] = value;
  if (!isObject(only)) return undefined;
  changes.add(value.length === 0 ? "empty-to-object" : "unwrap-single-array", "");
  return only;
}

import type { Json } from "@agent-tools/contract";

const DEEPEST = 3;
const MOST_FIELDS = 12;
const MOST_ITEMS_LOOKED_AT = 50;

/** What a value is made of, in words: `list of 1,204 × { id: number, name: text, tags: list of 3 × text }`. */
export function shapeOf(value: Json | undefined, depth: number = 0): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return depth === 0 ? `text of ${count(value.length)} characters` : "text";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) {
    if (value.length === 0) return "empty list";
    if (depth >= DEEPEST) return `list of ${count(value.length)}`;
    const shapes = new Set(value.slice(0, MOST_ITEMS_LOOKED_AT).map((item: Json) => shapeOf(item, depth + 1)));
    return `list of ${count(value.length)} × ${[...shapes].slice(0, 2).join(" or ")}${shapes.size > 2 ? " or others" : ""}`;
  }
  const fields = Object.entries(value);
  if (depth >= DEEPEST) return `{ ${count(fields.length)} fields }`;
  const shown = fields.slice(0, MOST_FIELDS).map(([name, field]) => `${name}: ${shapeOf(field, depth + 1)}`);
  const rest = fields.length - shown.length;
  return `{ ${shown.join(", ")}${rest > 0 ? `, and ${count(rest)} more fields` : ""} }`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

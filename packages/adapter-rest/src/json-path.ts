import type { Json } from "@agent-tools/contract";

/** The value at a path such as `data.items[0].id` or `data.items.0.id`; the empty path is the value itself. */
export function atPath(value: Json, path: string): Json | undefined {
  let found: unknown = value;
  for (const key of path.replace(/\[(\d+)\]/g, ".$1").split(".")) {
    if (key === "") continue;
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found as Json;
}

/** Where and why a value would not survive as JSON, for example `/items/3 is a function`; undefined where it would. */
export function jsonFault(value: unknown, path = "", above: readonly object[] = []): string | undefined {
  const at = path || "it";
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${at} is ${value}`;
  if (typeof value !== "object") return `${at} is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`;
  if (above.includes(value)) return `${at} contains itself`;
  if ("toJSON" in value && typeof value.toJSON === "function")
    return jsonFault(value.toJSON(), path, [...above, value]);
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (kind !== "Object" && kind !== "Array") return `${at} is a ${kind}, which JSON loses`;
  for (const [key, held] of Object.entries(value)) {
    // A property that is undefined counts as absent; an item of a list cannot be.
    if (held === undefined && kind === "Object") continue;
    const fault = jsonFault(held, `${path}/${key}`, [...above, value]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

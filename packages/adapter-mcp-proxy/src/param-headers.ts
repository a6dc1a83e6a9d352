import { isObject } from "@agent-tools/contract";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PLAIN = /^(?! )[\t\x20-\x7e]+(?<! )$/;
const TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/**
 * The `Mcp-Param-*` headers of a call: the arguments that the input schema marks with `x-mcp-header` (MCP 2026-07-28,
 * Streamable HTTP, custom headers). Marks that the specification does not allow are passed over.
 */
export function paramHeaders(inputSchema: unknown, args: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  collect(inputSchema, args, headers);
  return headers;
}

function collect(schema: unknown, value: unknown, headers: Record<string, string>): void {
  if (!isObject(schema) || !isObject(schema["properties"]) || !isObject(value)) return;
  for (const [key, property] of Object.entries(schema["properties"])) {
    if (!isObject(property)) continue;
    const argument = Object.hasOwn(value, key) ? value[key] : undefined;
    const mark = property["x-mcp-header"];
    const isAllowed = typeof mark === "string" && TOKEN.test(mark) && TYPES.has(property["type"]);
    if (isAllowed && isPrimitive(argument)) headers[`Mcp-Param-${mark}`] = encode(String(argument));
    collect(property, argument, headers);
  }
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
}

function encode(text: string): string {
  if (PLAIN.test(text) && !text.startsWith("=?base64?")) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

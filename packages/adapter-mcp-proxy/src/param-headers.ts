import { isObject } from "@agent-tools/contract";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PLAIN = /^(?![ \t])[\t\x20-\x7e]+(?<![ \t])$/;
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

/**
 * What is wrong with the marks of an input schema, in words; undefined where nothing is. A tool with such a mark is none for
 * a client over HTTP (MCP 2026-07-28, Streamable HTTP, custom headers).
 */
export function markFault(inputSchema: unknown, names: Set<string> = new Set()): string | undefined {
  if (!isObject(inputSchema) || !isObject(inputSchema["properties"])) return undefined;
  for (const [key, property] of Object.entries(inputSchema["properties"])) {
    if (!isObject(property)) continue;
    const mark = property["x-mcp-header"];
    if (mark !== undefined) {
      const where = `x-mcp-header of "${key}"`;
      if (typeof mark !== "string" || !TOKEN.test(mark)) return `${where} is no header name`;
      if (!TYPES.has(property["type"])) return `${where} marks what is no string, integer or boolean`;
      if (names.has(mark.toLowerCase())) return `${where} is there twice`;
      names.add(mark.toLowerCase());
    }
    const fault = markFault(property, names);
    if (fault) return fault;
  }
  return undefined;
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

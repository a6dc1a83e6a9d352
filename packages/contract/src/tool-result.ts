import { isObject, type Json, type JsonObject } from "./json.js";

/** One content block (MCP 2025-11-25, ContentBlock): text, image, audio, resource link or embedded resource. */
export interface Content {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What a tool answered (MCP 2025-11-25, CallToolResult). `isError` marks a failure that the tool itself reported. */
export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Json;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
  readonly [kept: string]: unknown;
}

/** A result of one text block. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}

/** True where a value already has the shape of a tool result: a `content` list whose items all have a `type`. */
export function isToolResult(value: unknown): value is ToolResult {
  return (
    isObject(value) &&
    Array.isArray(value["content"]) &&
    value["content"].every((item) => isObject(item) && typeof item["type"] === "string")
  );
}

/**
 * The tool result for whatever an adapter or skill returned. A tool result is passed on as it is; text becomes one text
 * block; any other JSON value becomes `structuredContent` and the same value as text; nothing becomes an empty result.
 */
export function toToolResult(value: unknown): ToolResult {
  if (isToolResult(value)) return value;
  if (value === undefined) return { content: [] };
  if (typeof value === "string") return textResult(value);
  const text = JSON.stringify(value);
  if (text === undefined) return { content: [] };
  return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) as Json };
}

/**
 * The plain value of a result, for code: `structuredContent` where there is one, else the text (parsed where it is
 * JSON), else the content blocks.
 */
export function resultValue(result: ToolResult): Json {
  if (result.structuredContent !== undefined) return result.structuredContent;
  const [first] = result.content;
  if (result.content.length === 1 && first?.type === "text" && typeof first["text"] === "string") {
    try {
      return JSON.parse(first["text"]) as Json;
    } catch {
      return first["text"];
    }
  }
  return result.content as unknown as Json;
}

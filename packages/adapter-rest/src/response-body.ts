import type { CallContext, Content, Json, ToolResult } from "@agent-tools/contract";
import { type HttpResponse, headerValue } from "./http-message.js";
import { isJsonType, isTextType, parseMediaType } from "./media-type.js";

/** What a response holds. `binary` is everything that is not characters. */
export type ResponseBody =
  | { readonly kind: "empty" }
  /** `exact` is the text as it came, where the value has lost digits of a number. */
  | { readonly kind: "json"; readonly value: Json; readonly exact?: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary"; readonly bytes: Buffer; readonly type: string };

/**
 * Reads a response by its Content-Type and charset. What calls itself JSON and is none is handed over as text; without
 * a Content-Type the bytes decide.
 */
export function readBody(response: HttpResponse): ResponseBody {
  const { body } = response;
  if (body.length === 0) return { kind: "empty" };
  const { type, charset } = parseMediaType(headerValue(response, "content-type"));
  if (type !== "" && !isTextType(type)) return { kind: "binary", bytes: body, type };
  const text = type === "" ? exactText(body) : decode(body, charset);
  if (text === undefined) return { kind: "binary", bytes: body, type: "application/octet-stream" };
  if (type !== "" && !isJsonType(type)) return { kind: "text", text };
  try {
    const value = JSON.parse(text) as Json;
    return longInteger.test(text) ? { kind: "json", value, exact: text } : { kind: "json", value };
  } catch {
    return { kind: "text", text };
  }
}

/** What may be an integer beyond the 15 digits that every number keeps; identifiers often are. */
const longInteger = /(?:^|[\s:,[])-?\d{16,}\s*(?:[,\]}]|$)/;

/** The tool result for a successful response. */
export function bodyResult(body: ResponseBody, response: HttpResponse, context: CallContext): ToolResult {
  switch (body.kind) {
    case "json":
      return jsonResult(body.value, body.exact);
    case "text":
      return { content: [{ type: "text", text: body.text }] };
    case "binary":
      return { content: [binaryContent(body.bytes, body.type, context)] };
    case "empty": {
      const location = headerValue(response, "location");
      const status = `${response.status} ${response.statusText}`.trim();
      return { content: [{ type: "text", text: location === undefined ? status : `${status}, ${location}` }] };
    }
  }
}

/** A result that holds exactly this value: never passed on as a tool result, even where the service's answer looks like one. */
export function jsonResult(value: Json, text: string = JSON.stringify(value)): ToolResult {
  return { content: [{ type: "text", text }], structuredContent: value };
}

function binaryContent(bytes: Buffer, mimeType: string, context: CallContext): Content {
  const data = bytes.toString("base64");
  if (mimeType.startsWith("image/")) return { type: "image", data, mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri: `urn:uuid:${context.callId}`, mimeType, blob: data } };
}

function decode(bytes: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function exactText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

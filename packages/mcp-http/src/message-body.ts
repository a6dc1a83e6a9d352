import { isObject, type JsonObject } from "@agent-tools/contract";
import { refusal } from "./refusal.js";
import type { JsonAnswer, RequestHead } from "./request-head.js";

/** Reads a body as far as the limit in bytes; `undefined` where there is more. */
export type ReadBody = (limit: number) => Promise<Uint8Array | undefined>;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The one JSON-RPC message of a POST, or the refusal: 415 for anything that is not plain JSON, 413 over the limit, 400 for
 * what is no message. A list of messages is refused: only revision 2025-03-26 had them.
 */
export async function messageBody(head: RequestHead, read: ReadBody, limit: number): Promise<JsonObject | JsonAnswer> {
  const type = head.header("content-type") ?? "";
  if (type.split(";", 1)[0]?.trim().toLowerCase() !== "application/json") {
    return refusal(415, "The Content-Type has to be application/json.");
  }
  if (!/^(identity)?$/i.test(head.header("content-encoding") ?? "")) {
    return refusal(415, "The body has to come without a Content-Encoding.", {
      headers: { "accept-encoding": "identity" },
    });
  }
  const isOverLimit = Number(head.header("content-length") ?? 0) > limit;
  const bytes = isOverLimit ? undefined : await read(limit);
  if (!bytes) return refusal(413, `The body is larger than ${limit} bytes.`);
  let message: unknown;
  try {
    message = JSON.parse(decoder.decode(bytes));
  } catch {
    return refusal(400, "The body is not JSON in UTF-8.", { code: PARSE_ERROR });
  }
  const fault = faultOf(message);
  return fault ? refusal(400, `The body is no message: ${fault}`, { code: INVALID_REQUEST }) : (message as JsonObject);
}

/** Reads a web-standard body, and stops at the limit. */
export async function readWebBody(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** JSON-RPC 2.0, as MCP narrows it: an id is text or a whole number, never null. */
function faultOf(message: unknown): string | undefined {
  if (Array.isArray(message)) return "batches are not taken; send one message at a time.";
  if (!isObject(message)) return "it has to be an object.";
  if (message["jsonrpc"] !== "2.0") return 'it has to say "jsonrpc": "2.0".';
  const { id } = message;
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id))
    return "its id has to be text or a whole number.";
  const { params } = message;
  if (params !== undefined && !isObject(params)) return "its params have to be an object.";
  return undefined;
}

import { errorCodes, isObject, type JsonObject, ToolError } from "@agent-tools/contract";

/** The largest body that is read, in bytes. */
const MOST_BYTES = 1_048_576;

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** The answer to a failure: the error as it leaves the process, under its code's HTTP status. */
export function failure(thrown: unknown): Response {
  const error = ToolError.from(thrown);
  const { details, retryAfterMs, code } = error;
  // Wrong definitions are the request's fault here, not the server's.
  const status =
    details?.["isConflict"] === true ? 409 : code === "invalid_configuration" ? 422 : errorCodes[code].http;
  const headers: Record<string, string> =
    retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) };
  return json(status, { error: error.toJSON() }, headers);
}

/** The JSON object in a request's body; an empty one where there is no body. Throws `invalid_arguments`. */
export async function bodyOf(request: Request): Promise<JsonObject> {
  const text = await textOf(request);
  if (text === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ToolError("invalid_arguments", `The body is no JSON: ${(error as Error).message}.`);
  }
  if (isObject(value)) return value as JsonObject;
  throw new ToolError("invalid_arguments", "The body has to be a JSON object.");
}

async function textOf(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new ToolError("result_too_large", `The body has more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

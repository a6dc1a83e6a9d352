import { type ErrorCode, isObject, type Json, type Secrets, ToolError } from "@agent-tools/contract";
import { type HttpResponse, headerValue } from "./http-message.js";
import { readBody } from "./response-body.js";

const codes: Readonly<Record<number, ErrorCode>> = { 429: "rate_limited", 503: "upstream_unavailable" };

const hints: Readonly<Record<number, string>> = {
  401: "The service refused the credential, or wants one. Ask the operator to check the tool's secrets.",
  403: "The service does not allow this with the credential it was given.",
  502: "A server on the way failed, after the call may have run. Check before repeating a change.",
  504: "A server on the way gave up waiting, after the call may have run. Check before repeating a change.",
};

const maxWords = 1_000;
const maxBody = 64 * 1024;

/** True for a status that is no success. A redirect that was not followed is none. */
export function isFailure({ status }: HttpResponse): boolean {
  return status < 200 || status > 299;
}

/**
 * The ToolError for a failed response. The service's own words are in the message, its whole body in `details.body`
 * (cut as text above 64 KiB); the secrets that were sent are blotted out of both.
 */
export function httpFailure(
  response: HttpResponse,
  label: string,
  secrets: Iterable<string>,
  scrub: Secrets["scrub"] = (text) => text,
): ToolError {
  const { status, statusText } = response;
  const body = readBody(response);
  // Before anything is cut: half a secret is not known again.
  const text = scrub(withoutSecrets(body.kind === "binary" ? "" : response.body.toString(), secrets));
  const value = body.kind === "json" && text.length <= maxBody ? parsed(text) : undefined;
  const words = wordsOf(value) ?? (body.kind === "binary" ? `${body.bytes.length} bytes of ${body.type}` : text.trim());
  const said = words === "" ? "." : `: ${words.length > maxWords ? `${words.slice(0, maxWords)}…` : words}`;
  const hint = hints[status];
  const retryAfterMs = retryAfter(response);
  return new ToolError(
    codes[status] ?? "upstream_error",
    `${label} answered ${`${status} ${statusText}`.trim()}${said}`,
    {
      ...(hint && { hint }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      details: { status, ...(text !== "" && { body: value ?? text.slice(0, maxBody) }) },
    },
  );
}

/** Undefined where a secret was a number, so that what is left is no JSON. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The words of the usual error bodies: problem+json (RFC 9457), and what most services answer with. */
function wordsOf(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  const problem = [value["title"], value["detail"]].filter((part) => typeof part === "string");
  if (problem.length > 0) return problem.join(": ");
  for (const key of ["message", "error_description", "error", "errorMessage"]) {
    const found = value[key];
    if (typeof found === "string" && found !== "") return found;
    if (isObject(found) && typeof found["message"] === "string") return found["message"];
  }
  return undefined;
}

function retryAfter(response: HttpResponse): number | undefined {
  const value = headerValue(response, "retry-after");
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Services like to quote the key they refuse. Shorter values stand in too many words to be taken out. */
function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 6) continue;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      clean = clean.replaceAll(form, "[secret]");
    }
  }
  return clean;
}

import { ToolError } from "@agent-tools/contract";
import type { HttpAnswer } from "./http-exchange.js";

const LONGEST_WORDS = 500;

/** The ToolError for a status that is no success, with the beginning of what the service said. */
export function failureOf(method: string, { status, url, body }: HttpAnswer): ToolError {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const words = text.trim().slice(0, LONGEST_WORDS);
  return new ToolError(
    "upstream_error",
    `${method} ${new URL(url).origin} answered ${status}${words === "" ? "" : `: ${words}`}.`,
    { details: { status } },
  );
}

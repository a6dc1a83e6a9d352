import type { JsonObject, ToolError, ToolResult } from "@agent-tools/contract";
import { head, tail } from "../results/cut.js";

/** Bytes of a message that a model is shown. What repeats a model's own words, or an upstream's, may be of any length. */
const LONGEST = 8_000;

/** Of those, the end: it says what would be right. */
const ENDING = 2_000;

/** A failure as a model reads it: what happened, and what to do. A long message loses its middle. */
export function errorResult(error: ToolError): ToolResult {
  const { code, hint } = error;
  const message = shortened(error.message);
  const told: JsonObject = { ...error.toJSON(), message };
  return {
    content: [{ type: "text", text: `${code}: ${message}\nWhat to do: ${hint}` }],
    isError: true,
    _meta: { "agent-tools/error": told },
  };
}

function shortened(message: string): string {
  const start = head(message, LONGEST);
  if (start === message) return message;
  return `${head(start, LONGEST - ENDING)} … (shortened: ${message.length} characters) … ${tail(message, ENDING)}`;
}

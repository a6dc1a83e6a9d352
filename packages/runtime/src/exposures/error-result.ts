import type { ToolError, ToolResult } from "@agent-tools/contract";

/** A failure as a model reads it: what happened, and what to do. */
export function errorResult(error: ToolError): ToolResult {
  const { code, message, hint } = error;
  return {
    content: [{ type: "text", text: `${code}: ${message}\nWhat to do: ${hint}` }],
    isError: true,
    _meta: { "agent-tools/error": error.toJSON() },
  };
}

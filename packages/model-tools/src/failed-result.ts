import { type ErrorCode, ToolError, type ToolResult } from "@agent-tools/contract";
import { modelText } from "./model-parts.js";

/** Where a failed result says for programs what its text says for models. */
const ERROR_KEY = "agent-tools/error";

/** A failure as a model reads it: what happened, and what to do. */
export function failedResult(error: ToolError): ToolResult {
  const text = `${error.code}: ${error.message}\nWhat to do: ${error.hint}`;
  return { content: [{ type: "text", text }], isError: true, _meta: { [ERROR_KEY]: error.toJSON() } };
}

/**
 * A failed result as an error for libraries that expect one to be thrown. Its message is what the model is to read, its
 * cause the result.
 */
export function thrownFailure(result: ToolResult): ToolError {
  const { code, ...told } = (result._meta?.[ERROR_KEY] ?? {}) as { readonly code?: ErrorCode };
  return new ToolError(code ?? "upstream_error", modelText(result), { ...told, cause: result });
}

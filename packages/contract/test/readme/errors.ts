import { errorCodes, ToolError } from "@agent-tools/contract";

const error = new ToolError("rate_limited", "10 calls a minute are allowed.", { retryAfterMs: 4_000 });

if (!ToolError.is(error) || !error.retryable) throw error;
if (error.hint !== errorCodes.rate_limited.next) throw error;

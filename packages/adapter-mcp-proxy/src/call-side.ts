import type { CallContext, Json, JsonObject } from "@agent-tools/contract";
import type { CallSide } from "./open-calls.js";

/** What a client's `_meta` says about its own connection, and not about the call (MCP 2026-07-28). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "progressToken",
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/clientCapabilities",
]);

/** The way back to the caller of a governed call. */
export function callSide(context: CallContext): CallSide {
  return {
    progress: (done, total, message) => context.progress(done, total, message),
    log: (level, data) => context.log(level, data),
    ask: (requests) => context.ask(requests),
  };
}

/** The part of the client's `_meta` that travels on, as a member of a request's parameters. */
export function clientMeta({ meta }: CallContext): { readonly _meta?: JsonObject } {
  const entries = Object.entries(meta).filter(([key]) => !HOP_BY_HOP.has(key)) as [string, Json][];
  return entries.length === 0 ? {} : { _meta: Object.fromEntries(entries) };
}

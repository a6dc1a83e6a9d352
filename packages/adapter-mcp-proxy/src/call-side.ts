import { type CallContext, type Json, type JsonObject, ToolError } from "@agent-tools/contract";
import type { ConnectionRequest } from "./connection-options.js";
import type { CallSide } from "./open-calls.js";
import { oneByOne } from "./question-gathering.js";
import type { Upstream } from "./upstream.js";

/** What a client's `_meta` says about its own connection, and not about the call (MCP 2026-07-28). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "progressToken",
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/clientCapabilities",
]);

/** One request of a governed call, whose context says the rest. */
export type CallRequest = Pick<ConnectionRequest, "method" | "params" | "isRepeatable" | "headersFor">;

/**
 * The result of one request that is made for a governed call: for its client, on its terms, with the way back to it. A
 * request that fails once the client could not answer a question of it fails for that reason.
 */
export async function requestFor(context: CallContext, upstream: Upstream, request: CallRequest): Promise<JsonObject> {
  const { signal, clientCapabilities, logLevel } = context;
  const { question, refused } = oneByOne(context);
  const call: CallSide = {
    progress: (done, total, message) => context.progress(done, total, message),
    log: (level, data, logger) => context.log(level, data, logger),
    ask: (requests) => context.ask(requests),
    question,
  };
  try {
    return await upstream.request({
      signal,
      call,
      onSent: () => context.dispatched(),
      client: { ...(clientCapabilities && { capabilities: clientCapabilities }), ...(logLevel && { logLevel }) },
      ...request,
      ...withClientMeta(request.params, context),
    });
  } catch (error) {
    const isUpstreams = ToolError.is(error) && error.details?.["rpcCode"] !== undefined;
    throw (isUpstreams && refused()) || error;
  }
}

/** The parameters with the part of the client's `_meta` that travels on, where there is one. */
function withClientMeta(params: JsonObject, { meta }: CallContext): { readonly params?: JsonObject } {
  const entries = Object.entries(meta).filter(([key]) => !HOP_BY_HOP.has(key)) as [string, Json][];
  return entries.length === 0 ? {} : { params: { ...params, _meta: Object.fromEntries(entries) } };
}

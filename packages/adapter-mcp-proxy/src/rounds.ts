import { type Answers, type Ask, isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import type { Peer, RequestOptions } from "./peer.js";
import { untilAborted } from "./until-aborted.js";

/** A server that is still not content after so many rounds of questions never will be. */
const MAX_ROUNDS = 16;

/**
 * One request with all its rounds: what the server needs to know first is asked of whoever made the call, and the
 * request goes out again with the answers (MCP 2026-07-28, input_required). A legacy server asks on the wire instead.
 */
export async function requestInRounds(
  peer: Peer,
  method: string,
  params: JsonObject,
  options: RequestOptions,
): Promise<JsonObject> {
  let round = params;
  for (let count = 0; count < MAX_ROUNDS; count += 1) {
    const { resultType, ...result } = await peer.request(method, round, options);
    if (resultType !== "input_required") return result;
    const { inputRequests, requestState } = result;
    const questions = isObject(inputRequests) ? (inputRequests as Record<string, Ask & JsonObject>) : {};
    const inputResponses = await answered(questions, options);
    round = { ...params, inputResponses, ...(requestState !== undefined && { requestState }) };
  }
  throw new ToolError("upstream_error", `The server still asks questions after ${MAX_ROUNDS} rounds of "${method}".`);
}

async function answered(questions: Readonly<Record<string, Ask>>, { call, signal }: RequestOptions): Promise<Answers> {
  if (Object.keys(questions).length === 0) return {};
  if (!call) throw new ToolError("unsupported", "The server asks a question where nobody can answer.");
  return untilAborted(call.ask(questions), signal, () => ToolError.from(signal.reason, "cancelled"));
}

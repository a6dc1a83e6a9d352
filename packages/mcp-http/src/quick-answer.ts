import type { JsonObject } from "@agent-tools/contract";
import type { EarlyCall } from "@agent-tools/mcp-binding";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { JsonAnswer, type RequestHead } from "./request-head.js";

/** Milliseconds after which a call is no quick one. A stream that can be resumed is worth its cost from there on. */
const QUICK_MS = 250;

/** True where the request's head asks for nothing but an answer of either kind, in a revision with sessions. */
export function isPlainPost(head: RequestHead): boolean {
  const accept = head.header("accept") ?? "";
  const version = head.header("mcp-protocol-version");
  return (
    head.method === "POST" &&
    accept.includes("application/json") &&
    accept.includes("text/event-stream") &&
    (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  );
}

/**
 * The call's answer as one JSON body, which the protocol allows where nothing goes before it (MCP 2025-11-25, transports,
 * sending messages). Undefined where the call takes longer or has something to say first: then it wants a stream.
 * `isPatient`: there are no streams, and it is waited for.
 */
export async function quickAnswer(
  call: EarlyCall,
  sessionId: string,
  isPatient: boolean,
): Promise<JsonAnswer | undefined> {
  const response = await (isPatient ? call.response : within(QUICK_MS, call));
  if (response) return new JsonAnswer(response, { "mcp-session-id": sessionId });
  call.handOver();
  return undefined;
}

function within(ms: number, { response, wantsToSpeak }: EarlyCall): Promise<JsonObject | undefined> {
  return new Promise((resolve) => {
    const stream = () => resolve(undefined);
    const timer = setTimeout(stream, ms);
    void wantsToSpeak.then(stream);
    void response.then((answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

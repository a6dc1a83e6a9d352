import {
  type Answers,
  type Ask,
  isObject,
  type JsonObject,
  type LogLevel,
  type Tool,
  ToolError,
} from "@agent-tools/contract";
import type { Session } from "@agent-tools/runtime";
import { canAnswer, missingAbilities } from "./client-abilities.js";
import type { Era, McpAnswer, McpContext, McpFacade, McpQuestions, SessionId } from "./facade.js";
import { listedTool } from "./listed-tool.js";
import { METHOD_NOT_FOUND, MISSING_CAPABILITY, ProtocolError, protocolError } from "./protocol-error.js";

/** What a binding knows of one request, whatever its SDK. */
export interface Wire {
  readonly era: Era;
  readonly session: Session;
  readonly sessionId: SessionId | undefined;
  readonly signal: AbortSignal;
  readonly meta: JsonObject | undefined;
  /** Messages below this level are not sent; `undefined`: none at all. */
  readonly logLevel: LogLevel | undefined;
  readonly resume: McpContext["resume"] | undefined;
  /** Sends a notification on this request's stream. */
  notify(method: string, params: JsonObject): void;
  /** Sends a request to the client, on this request's stream. Absent where the way is one way. */
  readonly request: ((method: string, params: JsonObject) => Promise<JsonObject>) | undefined;
}

const levels: readonly LogLevel[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** True where a message of that level is wanted by whoever asked for `lowest` and above. */
export function isLoudEnough(level: LogLevel, lowest: LogLevel | undefined): boolean {
  return lowest !== undefined && levels.indexOf(level) >= levels.indexOf(lowest);
}

/** How often one request may answer with questions before it is given up. */
const MAX_ROUNDS = 8;

/** Answers one request through the facade, in the words of the client's era. What it throws is a protocol error. */
export async function exchange(facade: McpFacade, method: string, params: JsonObject, wire: Wire): Promise<JsonObject> {
  try {
    const context = contextOf(wire);
    let answer = await answered(facade, method, params, context);
    for (let round = 1; !("result" in answer); round++) {
      if (wire.era === "modern") return inputRequired(answer, wire);
      if (!context.ask || round > MAX_ROUNDS) throw unanswerable(method, round);
      const { requests, state } = answer;
      const resume = { answers: await context.ask(requests), ...(state !== undefined && { state }) };
      answer = await answered(facade, method, params, { ...context, resume });
    }
    return inEra(method, answer.result, wire.era);
  } catch (thrown) {
    throw protocolError(thrown);
  }
}

async function answered(
  facade: McpFacade,
  method: string,
  params: JsonObject,
  context: McpContext,
): Promise<McpAnswer> {
  const answer = await facade.handle(method, params, context);
  if (!answer) throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`);
  return answer;
}

function contextOf(wire: Wire): McpContext {
  const { era, session, sessionId, signal, meta = {}, logLevel, resume, notify, request } = wire;
  const token = meta["progressToken"];
  return {
    era,
    session,
    signal,
    meta,
    ...(sessionId && { sessionId }),
    ...(resume && { resume }),
    log(level, data, logger) {
      if (isLoudEnough(level, logLevel))
        notify("notifications/message", { level, data, ...(logger !== undefined && { logger }) });
    },
    ...(logLevel && { logLevel }),
    ...((typeof token === "string" || typeof token === "number") && {
      progress: (done: number, total?: number, message?: string) =>
        notify("notifications/progress", {
          progressToken: token,
          progress: done,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        }),
    }),
    ...(request &&
      canAnswer(session.client?.capabilities) && {
        ask: (requests: Readonly<Record<string, Ask>>) => askClient(requests, session, request),
      }),
  };
}

async function askClient(
  requests: Readonly<Record<string, Ask>>,
  session: Session,
  request: NonNullable<Wire["request"]>,
): Promise<Answers> {
  const missing = missingAbilities(requests, session.client?.capabilities);
  if (missing) {
    throw new ToolError("unsupported", `The client cannot answer: it did not declare ${JSON.stringify(missing)}.`);
  }
  const answers = await Promise.all(
    Object.entries(requests).map(async ([key, { method, params = {} }]) => {
      // Forms and links share a method; a link needs an id, which the newest revision no longer has.
      const isLink = params["mode"] === "url" && params["elicitationId"] === undefined;
      const asked = isLink ? { ...params, elicitationId: crypto.randomUUID() } : params;
      return [key, await request(method, asked)] as const;
    }),
  );
  return Object.fromEntries(answers);
}

/** MCP 2026-07-28, InputRequiredResult. */
function inputRequired({ requests, state }: McpQuestions, { session }: Wire): JsonObject {
  const missing = missingAbilities(requests, session.client?.capabilities);
  if (missing) {
    const message = "The answer needs an ability that the client did not declare.";
    throw new ProtocolError(MISSING_CAPABILITY, message, { requiredCapabilities: missing });
  }
  return {
    resultType: "input_required",
    inputRequests: requests as unknown as JsonObject,
    ...(state !== undefined && { requestState: state }),
  };
}

function unanswerable(method: string, round: number): ToolError {
  return round > MAX_ROUNDS
    ? new ToolError("stop_retrying", `${method} asked ${MAX_ROUNDS} rounds of questions without an end.`)
    : new ToolError("unsupported", `${method} asks a question, and this client cannot answer any.`);
}

function inEra(method: string, result: JsonObject, era: Era): JsonObject {
  if (method === "tools/list" && Array.isArray(result["tools"])) {
    const tools = (result["tools"] as unknown as readonly Tool[]).map((tool) => listedTool(tool, era));
    return { ...result, tools: tools as unknown as JsonObject[] };
  }
  const { structuredContent } = result;
  const isBeyondLegacy = structuredContent !== undefined && !isObject(structuredContent);
  // 2025-11-25 and older allow only an object there, and their clients refuse the whole result otherwise.
  if (method === "tools/call" && era === "legacy" && isBeyondLegacy) {
    return { ...result, structuredContent: { result: structuredContent } };
  }
  return result;
}

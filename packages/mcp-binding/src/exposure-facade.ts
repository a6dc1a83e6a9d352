import { type JsonObject, ToolError, type ToolResult } from "@agent-tools/contract";
import type { CallIo, ExposedUpstream, Exposure, Pending } from "@agent-tools/runtime";
import type { McpAnswer, McpChange, McpContext, McpFacade } from "./facade.js";
import { answerSkills, skillCapabilities } from "./published-skills.js";

/** All that a pass-through exposure can have; what its source really has is known once it was asked. */
const EVERYTHING: JsonObject = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/**
 * The port over an exposure: its tools, and what its source has beside them where it is a pass-through. A facade is given
 * back as it is.
 */
export function facadeOf(exposure: Exposure | McpFacade): McpFacade {
  if ("handle" in exposure) return exposure;
  const { upstream, skills } = exposure;
  return {
    info: exposure.info,
    capabilities: upstream
      ? EVERYTHING
      : { tools: { listChanged: true }, logging: {}, ...(skills && skillCapabilities) },
    ...(upstream && {
      async about(session) {
        const { info, capabilities } = await upstream.about(session);
        return { info: { ...exposure.info, ...info }, capabilities };
      },
    }),
    instructions: (session) => exposure.instructions(session),
    async handle(method, params, context) {
      switch (method) {
        case "tools/list":
          return listTools(exposure, params, context);
        case "tools/call":
          return callTool(exposure, params, context);
        case "logging/setLevel":
          return upstream ? passOn(upstream, method, params, context) : { result: {} };
        default: {
          if (upstream) return passOn(upstream, method, params, context);
          const result = skills && (await answerSkills(skills, method, params, context.era));
          return result && { result };
        }
      }
    },
    onChange(listener) {
      const stops = [
        exposure.onToolsChanged(() => listener({ kind: "tools" })),
        upstream && changesOf(upstream, listener),
      ];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}

function changesOf(upstream: ExposedUpstream, listener: (change: McpChange) => void): () => void {
  return upstream.onNotice((notice, caller) => listener({ ...notice, ...(caller && { caller }) }));
}

async function listTools(exposure: Exposure, params: JsonObject, { session }: McpContext): Promise<McpAnswer> {
  if (params["cursor"] !== undefined) {
    throw new ToolError("invalid_arguments", "The cursor is not one of this server's.", {
      hint: "The list has one page: ask for it without a cursor.",
    });
  }
  const tools = await exposure.listTools(session);
  return { result: { tools } as unknown as JsonObject };
}

async function callTool(exposure: Exposure, params: JsonObject, context: McpContext): Promise<McpAnswer> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== "string") {
    throw new ToolError("invalid_arguments", "tools/call names no tool.", { hint: "Give the tool's name in `name`." });
  }
  return answerOf(await exposure.callTool(name, args, context.session, ioOf(context)));
}

async function passOn(
  upstream: ExposedUpstream,
  method: string,
  params: JsonObject,
  context: McpContext,
): Promise<McpAnswer | undefined> {
  const answer = await upstream.request(method, params, context.session, ioOf(context));
  return answer && answerOf(answer);
}

function ioOf({ signal, meta, progress, log, logLevel, ask, resume }: McpContext): CallIo {
  return {
    signal,
    meta,
    log,
    ...(logLevel && { logLevel }),
    ...(progress && { progress }),
    ...(ask && { ask }),
    ...(resume && asIo(resume)),
  };
}

/** Answers without the state of their questions belong to no call that waits. */
function asIo({ answers, state }: NonNullable<McpContext["resume"]>): Pick<CallIo, "answers" | "resume"> {
  return state === undefined ? { answers } : { resume: { answers, state } };
}

function answerOf(answer: ToolResult | JsonObject | Pending): McpAnswer {
  return isPending(answer) ? answer : { result: answer as unknown as JsonObject };
}

function isPending(answer: ToolResult | JsonObject | Pending): answer is Pending {
  return "status" in answer && answer["status"] === "pending" && "callId" in answer && !("content" in answer);
}

import { type JsonObject, ToolError, type ToolResult } from "@agent-tools/contract";
import type { CallIo, Exposure, Pending } from "@agent-tools/runtime";
import type { McpAnswer, McpContext, McpFacade } from "./facade.js";
import { answerSkills, skillCapabilities } from "./published-skills.js";

/** The port over an exposure: its tools, and nothing else. A facade is given back as it is. */
export function facadeOf(exposure: Exposure | McpFacade): McpFacade {
  if ("handle" in exposure) return exposure;
  const { skills } = exposure;
  return {
    info: exposure.info,
    capabilities: { tools: { listChanged: true }, logging: {}, ...(skills && skillCapabilities) },
    instructions: (session) => exposure.instructions(session),
    async handle(method, params, context) {
      switch (method) {
        case "tools/list":
          return listTools(exposure, params, context);
        case "tools/call":
          return callTool(exposure, params, context);
        case "logging/setLevel":
          return { result: {} };
        default: {
          const result = skills && (await answerSkills(skills, method, params, context.era));
          return result && { result };
        }
      }
    },
    onChange: (listener) => exposure.onToolsChanged(() => listener({ kind: "tools" })),
  };
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
  const { session, signal, meta, progress, log, ask, resume } = context;
  const io: CallIo = {
    signal,
    meta,
    log,
    ...(progress && { progress }),
    ...(ask && { ask }),
    // Answers without the state of their questions belong to no call.
    ...(resume?.state !== undefined && { resume: { answers: resume.answers, state: resume.state } }),
  };
  const answer = await exposure.callTool(name, args, session, io);
  return isPending(answer) ? answer : { result: answer as unknown as JsonObject };
}

function isPending(answer: ToolResult | Pending): answer is Pending {
  return "status" in answer && answer.status === "pending" && !("content" in answer);
}

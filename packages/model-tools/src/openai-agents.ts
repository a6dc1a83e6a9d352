import type { ToolResult } from "@agent-tools/contract";
import type { Exposure, Session } from "@agent-tools/runtime";
import { type FunctionTool, type RunContext, type ToolOutputImage, type ToolOutputText, tool } from "@openai/agents";
import { thrownFailure } from "./failed-result.js";
import { type LoweredTool, loweredTools } from "./lowered-tools.js";
import { type ModelPart, modelOutput } from "./model-parts.js";
import type { HostIo } from "./model-tools.js";

/**
 * The tools of an exposure for OpenAI Agents: give them to an agent as `tools`. The model gets texts and images, and of a
 * failed call what went wrong; the call's span is marked then. Structured content, `isError` and `_meta` are the
 * `customData` of the run's tool output item. The run's signal cancels the call.
 */
export async function openaiAgentsTools(
  exposure: Exposure,
  session: Session,
  io: HostIo = {},
): Promise<FunctionTool[]> {
  return (await loweredTools(exposure, session, "common", io)).map(agentsTool);
}

function agentsTool({ tool: { name, description = "" }, inputSchema, run }: LoweredTool): FunctionTool {
  // The library keeps nothing of a call but its output, so the rest of the result waits here for the same run's call.
  const results = new WeakMap<RunContext, Map<string, ToolResult>>();
  const made = tool({
    name,
    description,
    parameters: inputSchema as never,
    strict: false,
    async execute(args, runContext, details) {
      const result = await run(args, details?.signal);
      if (runContext && details?.toolCall) {
        const ofRun = results.get(runContext) ?? new Map<string, ToolResult>();
        results.set(runContext, ofRun.set(details.toolCall.callId, result));
      }
      if (result.isError === true) throw thrownFailure(result);
      return modelOutput(result, agentsPart);
    },
    errorFunction: (_, error) => (error instanceof Error ? error.message : String(error)),
    customDataExtractor({ runContext, toolCall: { callId } }) {
      const { content: _, ...rest } = results.get(runContext)?.get(callId) ?? { content: [] };
      results.get(runContext)?.delete(callId);
      return rest;
    },
  });
  // The library writes every dash of a name as an underscore, which could make two names one.
  return { ...made, name } as FunctionTool;
}

function agentsPart(part: ModelPart): ToolOutputText | ToolOutputImage {
  if (part.type === "text") return { ...part };
  return { type: "image", image: `data:${part.mimeType};base64,${part.data}` };
}

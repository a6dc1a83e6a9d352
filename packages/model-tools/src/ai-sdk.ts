import type { ToolResult } from "@agent-tools/contract";
import type { Exposure, Session } from "@agent-tools/runtime";
import { dynamicTool, jsonSchema, type Tool, type ToolSet } from "ai";
import { thrownFailure } from "./failed-result.js";
import { type LoweredTool, loweredTools } from "./lowered-tools.js";
import { type ModelPart, modelOutput } from "./model-parts.js";
import type { HostIo } from "./model-tools.js";

type SdkPart = { type: "text"; text: string } | { type: "image-data"; data: string; mediaType: string };

/**
 * The tools of an exposure for the AI SDK: give them to `generateText`, `streamText` or an agent as `tools`. The output of
 * a call is the whole tool result, of which the model gets texts and images. A failed call is a `tool-error` with a
 * ToolError. The SDK's abort signal cancels the call.
 */
export async function aiSdkTools(exposure: Exposure, session: Session, io: HostIo = {}): Promise<ToolSet> {
  const tools = await loweredTools(exposure, session, "common", io);
  return Object.fromEntries(tools.map((each) => [each.tool.name, aiSdkTool(each)]));
}

function aiSdkTool({ tool, inputSchema, run }: LoweredTool): Tool {
  const { title, description, annotations } = tool;
  return dynamicTool({
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { metadata: { annotations } }),
    inputSchema: jsonSchema(inputSchema),
    async execute(input, { abortSignal }) {
      const result = await run(input, abortSignal);
      if (result.isError === true) throw thrownFailure(result);
      return result;
    },
    toModelOutput({ output }) {
      const told = modelOutput(output as ToolResult, sdkPart);
      return typeof told === "string" ? { type: "text", value: told } : { type: "content", value: told };
    },
  });
}

function sdkPart(part: ModelPart): SdkPart {
  if (part.type === "text") return { ...part };
  return { type: "image-data", data: part.data, mediaType: part.mimeType };
}

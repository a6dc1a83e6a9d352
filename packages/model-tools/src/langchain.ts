import type { Exposure, Session } from "@agent-tools/runtime";
import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, type StructuredToolInterface, type ToolRunnableConfig } from "@langchain/core/tools";
import { type LoweredTool, loweredTools } from "./lowered-tools.js";
import { type ModelPart, modelOutput } from "./model-parts.js";
import type { HostIo } from "./model-tools.js";

/**
 * The tools of an exposure for LangChain: give them to `createAgent`, `bindTools` or a ToolNode. A call's answer is a
 * ToolMessage of texts and images, whose `artifact` is the whole tool result and whose `status` is `error` where the call
 * failed. The signal of the runnable's config cancels the call.
 */
export async function langchainTools(
  exposure: Exposure,
  session: Session,
  io: HostIo = {},
): Promise<StructuredToolInterface[]> {
  const tools = await loweredTools(exposure, session, "common", io);
  return tools.map((each) => new ExposureTool(each));
}

class ExposureTool extends DynamicStructuredTool {
  constructor({ tool: { name, description = "" }, inputSchema, run }: LoweredTool) {
    super({
      name,
      description,
      schema: inputSchema,
      async func(args, _, config?: ToolRunnableConfig) {
        const result = await run(args, config?.signal);
        return new ToolMessage({
          name,
          tool_call_id: config?.toolCall?.id ?? "",
          content: modelOutput(result, block),
          artifact: result,
          status: result.isError === true ? "error" : "success",
        });
      },
    });
  }

  /**
   * The library refuses arguments that do not fit the schema before the tool sees them, and says little of why. The
   * runtime corrects what it can and shows the correct call where it cannot, so here anything passes.
   */
  override call(...args: Parameters<DynamicStructuredTool["call"]>): ReturnType<DynamicStructuredTool["call"]> {
    const unchecked: ExposureTool = Object.create(this, { schema: { value: {} } });
    return super.call.apply(unchecked, args);
  }
}

function block(part: ModelPart): { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } } {
  if (part.type === "text") return { ...part };
  return { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.data}` } };
}

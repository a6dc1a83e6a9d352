import { type Tool, ToolError, type ToolResult } from "@agent-tools/contract";
import { type CallIo, type Exposure, isPending, type Session } from "@agent-tools/runtime";

/** A tool as a plain object: what a model is told of it, and how to run it. */
export interface ModelTool extends Tool {
  /**
   * Runs the tool with what the model gave. A failure of the call is a result with `isError`. Throws
   * `approval_required` where a question has to be answered first and `io.ask` is not there to answer it.
   */
  readonly execute: (args: unknown, io?: CallIo) => Promise<ToolResult>;
}

/**
 * The tools of an exposure as plain objects for a model in the same process, with no transport: give the model `name`,
 * `description` and `inputSchema`, and answer its call with `execute`. Ask again when the exposure says that its list has
 * changed.
 */
export async function modelTools(exposure: Exposure, session: Session): Promise<readonly ModelTool[]> {
  const tools = await exposure.listTools(session);
  return tools.map((tool) => ({
    ...tool,
    async execute(args, io) {
      const answer = await exposure.callTool(tool.name, args, session, io);
      if (!isPending(answer)) return answer;
      throw new ToolError(
        "approval_required",
        `Tool "${tool.name}" waits for answers: ${Object.keys(answer.requests).join(", ")}.`,
        {
          details: { callId: answer.callId },
        },
      );
    },
  }));
}

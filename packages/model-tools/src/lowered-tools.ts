import { isObject, type JsonObject, type Tool, type ToolResult } from "@agent-tools/contract";
import type { Exposure, Session } from "@agent-tools/runtime";
import { type LoweredSchema, lower, type ProfileName } from "@agent-tools/schema";
import { callTool } from "./call-tool.js";
import type { HostIo } from "./model-tools.js";

/** A tool as some model's API takes it: its schema lowered, and a way to run it with what was made for that. */
export interface LoweredTool {
  readonly tool: Tool;
  readonly inputSchema: LoweredSchema["schema"];
  readonly run: (args: unknown, signal?: AbortSignal) => Promise<ToolResult>;
}

/** The tools of an exposure with their schemas in the form of a profile. Running one never rejects. */
export async function loweredTools(
  exposure: Exposure,
  session: Session,
  profile: ProfileName,
  io: HostIo,
): Promise<readonly LoweredTool[]> {
  const tools = await exposure.listTools(session);
  return tools.map((tool) => {
    const { schema, restore } = lower(tool.inputSchema, profile);
    return {
      tool,
      inputSchema: schema,
      run(args, signal) {
        const restored = isObject(args) ? restore(args as JsonObject) : args;
        return callTool(exposure, session, tool.name, restored, signal === undefined ? io : { ...io, signal });
      },
    };
  });
}

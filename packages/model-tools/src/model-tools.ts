import type { Tool, ToolResult } from "@agent-tools/contract";
import type { CallIo, Exposure, Session } from "@agent-tools/runtime";
import { callTool } from "./call-tool.js";

/** A tool as a plain object: what a model is told of it, and how to run it. */
export interface ModelTool extends Tool {
  /** Runs the tool with what the model gave. Never rejects: whatever goes wrong is a result with `isError`. */
  readonly execute: (args: unknown, io?: CallIo) => Promise<ToolResult>;
}

/** The way back to the host that the calls of a whole set of tools share. */
export type HostIo = Pick<CallIo, "ask" | "progress" | "log" | "meta">;

/**
 * The tools of an exposure as plain objects for a model in the same process, with no transport: give the model `name`,
 * `description` and `inputSchema`, and answer its call with `execute`. Ask again when the exposure says that its list has
 * changed.
 */
export async function modelTools(exposure: Exposure, session: Session): Promise<readonly ModelTool[]> {
  const tools = await exposure.listTools(session);
  return tools.map((tool) => ({ ...tool, execute: (args, io) => callTool(exposure, session, tool.name, args, io) }));
}

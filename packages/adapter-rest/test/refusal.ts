import { ToolError } from "@agent-tools/contract";

/** The ToolError that something is refused with. */
export async function refusal(run: (() => unknown) | Promise<unknown>): Promise<ToolError> {
  try {
    await (typeof run === "function" ? run() : run);
  } catch (error) {
    if (ToolError.is(error)) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

import { ToolError, type ToolResult } from "@agent-tools/contract";
import { type CallIo, type Exposure, isPending, type Session } from "@agent-tools/runtime";
import { failedResult } from "./failed-result.js";

/** A call that asks more rounds of questions than this is given up. */
const MOST_ROUNDS = 10;

/** Calls a tool of the exposure by its name, and puts what it asks first to `io.ask`. Never rejects. */
export async function callTool(
  exposure: Exposure,
  session: Session,
  name: string,
  args: unknown,
  io: CallIo = {},
): Promise<ToolResult> {
  try {
    let answer = await exposure.callTool(name, args, session, io);
    for (let round = 1; isPending(answer); round += 1) {
      const { requests, state, callId } = answer;
      if (!io.ask || round > MOST_ROUNDS) {
        const words = `Tool "${name}" waits for answers: ${Object.keys(requests).join(", ")}.`;
        throw new ToolError("approval_required", words, { details: { callId } });
      }
      const answers = await io.ask(requests);
      answer = await exposure.callTool(name, args, session, { ...io, resume: { state, answers } });
    }
    return answer;
  } catch (error) {
    return failedResult(ToolError.from(error));
  }
}

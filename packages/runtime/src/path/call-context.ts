import { type CallContext, type Log, ToolError } from "@agent-tools/contract";
import type { LoadedPlugin } from "../loaded-plugin.js";
import type { Call } from "./call.js";

/** What the adapter or skill is given for this call. Everything that goes back to the client through it is scrubbed. */
export function callContext(call: Call, { readContext, scrubber }: LoadedPlugin): CallContext {
  const { io } = call;
  const log: Log = (level, data) => io.log?.(level, scrubber.value(data));
  return {
    ...readContext(call.caller, call.signal),
    callId: call.id,
    idempotencyKey: call.request.idempotencyKey ?? call.id,
    deadline: call.deadline,
    meta: io.meta ?? {},
    dispatched() {
      call.isDispatched = true;
    },
    progress: (done, total, message) =>
      io.progress?.(done, total, message === undefined ? undefined : scrubber.text(message)),
    log,
    async ask(requests) {
      if (!io.ask)
        throw new ToolError("unsupported", "The tool asks a question, and this client cannot answer one in mid-call.");
      return io.ask(scrubber.value(requests));
    },
  };
}

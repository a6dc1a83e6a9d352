import type { CallContext, Log } from "@agent-tools/contract";
import type { LoadedPlugin } from "../loaded-plugin.js";
import type { Call } from "./call.js";
import { dispatched } from "./dispatched.js";

/** What the adapter or skill is given for this call. Everything that goes back to the client through it is scrubbed. */
export function callContext(call: Call, { readContext, scrubber }: LoadedPlugin): CallContext {
  const log: Log = (level, data) => call.io.log?.(level, scrubber.value(data));
  return {
    ...readContext(call.caller, call.signal),
    callId: call.id,
    idempotencyKey: call.request.idempotencyKey ?? call.id,
    deadline: call.deadline,
    meta: call.io.meta ?? {},
    dispatched: () => dispatched(call),
    progress(done, total, message) {
      call.hasProgress = true;
      call.io.progress?.(done, total, message === undefined ? undefined : scrubber.text(message));
    },
    log,
    ask: (requests) => call.ask(scrubber.value(requests)),
  };
}

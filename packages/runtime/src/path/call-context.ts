import type { CallContext, Log } from "@agent-tools/contract";
import type { LoadedPlugin } from "../loaded-plugin.js";
import type { Call } from "./call.js";
import { dispatched } from "./dispatched.js";

/** What the adapter or skill is given for this call. Everything that goes back to the client through it is scrubbed. */
export function callContext(call: Call, { readContext, scrubber }: LoadedPlugin): CallContext {
  const tool = "tool" in call.target ? call.target.tool : undefined;
  const log: Log = (level, data, logger) =>
    logger === undefined
      ? call.io.log?.(level, scrubber.value(data))
      : call.io.log?.(level, scrubber.value(data), scrubber.text(logger));
  const { clientCapabilities, logLevel } = call.io;
  let answers = call.request.isVerbatim === true ? call.io.answers : undefined;
  return {
    ...readContext(call.caller, call.signal, tool),
    callId: call.id,
    idempotencyKey: call.request.idempotencyKey ?? call.id,
    get deadline() {
      return Date.now() + call.clock.left();
    },
    ...(call.resolved?.kind === "tool" && { definition: call.resolved.entry.tool }),
    meta: call.io.meta ?? {},
    ...(clientCapabilities && { clientCapabilities }),
    ...(logLevel && { logLevel }),
    dispatched: () => dispatched(call),
    progress(done, total, message) {
      call.hasProgress = true;
      call.io.progress?.(done, total, message === undefined ? undefined : scrubber.text(message));
    },
    log,
    async ask(requests) {
      const given = answers;
      answers = undefined;
      const isAnswered = given && Object.keys(requests).every((key) => given[key] !== undefined);
      return isAnswered ? given : call.ask(scrubber.value(requests));
    },
  };
}

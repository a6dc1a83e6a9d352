import type { Ask, CallContext, Log } from "@agent-tools/contract";
import type { LoadedPlugin } from "../loaded-plugin.js";
import type { Call } from "./call.js";
import type { DeadlineClock } from "./deadline-clock.js";
import { dispatched } from "./dispatched.js";
import { lazyField } from "./lazy-field.js";

const withDeadline = lazyField("deadline", (clock: DeadlineClock) => Date.now() + clock.left());

/** What the adapter or skill is given for this call. Everything that goes back to the client through it is scrubbed. */
export function callContext(call: Call, { readContext, scrubber }: LoadedPlugin): CallContext {
  const tool = "tool" in call.target ? call.target.tool : undefined;
  const log: Log = (level, data, logger) =>
    logger === undefined
      ? call.io.log?.(level, scrubber.value(data))
      : call.io.log?.(level, scrubber.value(data), scrubber.text(logger));
  const { clientCapabilities, logLevel } = call.io;
  let answers = call.request.isVerbatim === true ? call.io.answers : undefined;
  const context = {
    // Not spread first: a literal that begins with a spread costs a hidden class for each object.
    callId: call.id,
    ...readContext(call.caller, call.signal, tool),
    idempotencyKey: call.request.idempotencyKey ?? call.id,
    ...(call.resolved?.kind === "tool" && { definition: call.resolved.entry.tool }),
    meta: call.io.meta ?? {},
    ...(clientCapabilities && { clientCapabilities }),
    ...(logLevel && { logLevel }),
    dispatched: () => dispatched(call),
    progress(done: number, total?: number, message?: string) {
      call.hasProgress = true;
      call.io.progress?.(done, total, message === undefined ? undefined : scrubber.text(message));
    },
    log,
    async ask(requests: Readonly<Record<string, Ask>>) {
      const given = answers;
      answers = undefined;
      const isAnswered = given && Object.keys(requests).every((key) => given[key] !== undefined);
      return isAnswered ? given : call.ask(scrubber.value(requests));
    },
  };
  return withDeadline(context, call.clock);
}

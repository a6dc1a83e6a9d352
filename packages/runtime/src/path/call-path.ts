import { type Caller, type Observer, ToolError } from "@agent-tools/contract";
import type { CallIo } from "../exposure.js";
import { approve } from "./approve.js";
import type { Call, CallRequest, Grant, Outcome, PathHost } from "./call.js";
import { execute } from "./execute.js";
import { limits } from "./limits.js";
import { policy } from "./policy.js";
import { protect, protectError } from "./protect.js";
import { record } from "./record.js";
import { resolve } from "./resolve.js";
import { settle } from "./settle.js";

/** What the path is made of, before it can call itself. */
export type CallPathOptions = Omit<PathHost, "callInside"> & { readonly observers: readonly Observer[] };

/** The one way through. Every surface ends here, and nothing that runs a tool goes around it. */
export type CallPath = (request: CallRequest, caller: Caller, io: CallIo) => Promise<Outcome>;

/** The path over a host's parts: resolve, settle, policy, limits, approve, execute, protect, record. */
export function createCallPath(options: CallPathOptions): CallPath {
  const host: PathHost = {
    ...options,
    callInside: ({ target, arguments: args }, outer) => {
      const { id: callId, isConfirmed, isApproved, deadline, signal, caller, io } = outer;
      const inner = { target, arguments: args, deadlineMs: deadline - Date.now() };
      return run(inner, caller, { ...io, signal }, { callId, isConfirmed, isApproved });
    },
  };

  const run = async (request: CallRequest, caller: Caller, io: CallIo, parent?: Grant): Promise<Outcome> => {
    const controller = new AbortController();
    const startedAt = Date.now();
    const deadlineMs = request.deadlineMs ?? host.deadlineMs;
    const call: Call = {
      id: crypto.randomUUID(),
      request,
      caller,
      io,
      parent,
      startedAt,
      deadline: startedAt + deadlineMs,
      signal: controller.signal,
      changes: [],
      isShadowed: false,
      isConfirmed: false,
      isApproved: parent?.isApproved ?? false,
      isStarted: false,
      isDispatched: false,
    };
    const late = () =>
      controller.abort(new ToolError("timeout", `The call took longer than its deadline of ${deadlineMs} ms.`));
    const timer = setTimeout(late, deadlineMs);
    const cancel = () => controller.abort(new ToolError("cancelled", "The client cancelled the call."));
    if (io.signal?.aborted) cancel();
    io.signal?.addEventListener("abort", cancel, { once: true });
    let failure: unknown;
    try {
      await stages(call, host);
      return {
        status: "done",
        callId: call.id,
        changes: call.changes,
        result: call.result as NonNullable<Call["result"]>,
      };
    } catch (thrown) {
      failure = host.breaker.failed(call, protectError(call, ToolError.from(thrown)));
      throw failure;
    } finally {
      clearTimeout(timer);
      io.signal?.removeEventListener("abort", cancel);
      record(call, failure, options.observers);
    }
  };
  return run;
}

async function stages(call: Call, host: PathHost): Promise<void> {
  host.breaker.check(call);
  await resolve(call, host);
  settle(call);
  policy(call, host);
  const leave = await limits(call, host);
  try {
    approve(call, host);
    await execute(call, host);
  } finally {
    leave?.();
  }
  protect(call);
  const result = call.result as NonNullable<Call["result"]>;
  if (result.isError !== true) return host.breaker.succeeded(call);
  const advice = host.breaker.failedResult(call);
  if (advice !== undefined) call.result = { ...result, content: [...result.content, { type: "text", text: advice }] };
}

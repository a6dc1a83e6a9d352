import { type Caller, ToolError } from "@agent-tools/contract";
import type { CallIo, Pending } from "../exposure.js";
import { makeReceipt } from "../receipt.js";
import { approve } from "./approve.js";
import type { Call, CallRequest, DoneOutcome, Outcome, OuterCall, PathHost, Resolved } from "./call.js";
import { deadlineClock } from "./deadline-clock.js";
import { definitionDigest } from "./definition.js";
import { execute } from "./execute.js";
import { lazyField } from "./lazy-field.js";
import { recall, recorded } from "./ledger.js";
import { limits } from "./limits.js";
import { openEnvelope, unreadTarget } from "./open-envelope.js";
import { policy, refuseDenied } from "./policy.js";
import { protect, protectError } from "./protect.js";
import { questions } from "./questions.js";
import { endOf, record } from "./record.js";
import { resolve } from "./resolve.js";
import { settle } from "./settle.js";
import { createSuspensions } from "./suspension.js";

/** What the path is made of, before it can call itself. */
export type CallPathOptions = Omit<PathHost, "callInside">;

/** The one way through. Every surface ends here, and nothing that runs a tool goes around it. */
export type CallPath = (request: CallRequest, caller: Caller, io: CallIo) => Promise<Outcome>;

/** Where a client's idempotency key stands in a request's `_meta`. */
const IDEMPOTENCY_KEY = "agent-tools/idempotency-key";

/** The path over a host's parts: resolve, settle, policy, limits, approve, execute, protect, record. */
export function createCallPath(options: CallPathOptions): CallPath {
  const suspensions = createSuspensions(options.keys);
  const host: PathHost = {
    ...options,
    callInside: (request, outer) => start(request, outer.caller, insideOf(outer), outer),
  };

  const start = (request: CallRequest, caller: Caller, io: CallIo, outer?: OuterCall): Promise<Outcome> => {
    const controller = new AbortController();
    const deadlineMs = request.deadlineMs ?? host.deadlineMs;
    const startedAt = Date.now();
    const clock = deadlineClock(deadlineMs, controller, outer?.clock);
    let pend: (pending: Pending) => void = () => {};

    const ask = questions(
      () => call.io,
      async (requests) => {
        const { pending, answers } = suspensions.suspend(call, requests, attach);
        pend(pending);
        return answers;
      },
    );
    const call: Call = {
      id: crypto.randomUUID(),
      request,
      caller,
      io,
      outer,
      startedAt,
      signal: controller.signal,
      clock,
      async ask(requests) {
        clock.pause();
        try {
          return await (outer?.ask ?? ask)(requests);
        } finally {
          clock.resume();
        }
      },
      target: "target" in request ? request.target : unreadTarget(request.envelope),
      arguments: "target" in request ? request.arguments : request.envelope.input,
      changes: [],
      isShadowed: false,
      isConfirmed: "target" in request && request.confirm === true,
      isApproved: outer?.isApproved ?? false,
      isStarted: false,
      isDispatched: false,
      hasProgress: false,
    };

    // Whoever waits for the call gets its end, or the questions that come first; a retry then waits in their place.
    const attach = (now: CallIo): Promise<Outcome> => {
      call.io = now;
      const cancel = () => controller.abort(new ToolError("cancelled", "The client cancelled the call."));
      if (now.signal?.aborted) cancel();
      now.signal?.addEventListener("abort", cancel, { once: true });
      const pending = new Promise<Pending>((asked) => {
        pend = asked;
      });
      return Promise.race([done, pending]).finally(() => now.signal?.removeEventListener("abort", cancel));
    };
    const done = Promise.resolve()
      .then(() => finish(call, host))
      .finally(clock.stop);
    done.catch(() => {});
    return attach(io);
  };

  return async (request, caller, io) =>
    io.resume
      ? suspensions.resume(request, caller, { ...io, resume: io.resume })
      : start(withKey(request, io), caller, io);
}

/** The way back for a call inside of another: its progress is told as long as the outer one tells none of its own. */
function insideOf(outer: OuterCall): CallIo {
  const { progress, ...io } = outer.io;
  return {
    ...io,
    signal: outer.signal,
    ...(progress && {
      progress: (done: number, total?: number, message?: string) => {
        if (!outer.hasProgress) progress(done, total, message);
      },
    }),
  };
}

/** The request with the idempotency key that its client gave in `_meta`, where the surface gave none. */
function withKey(request: CallRequest, { meta }: CallIo): CallRequest {
  const given = meta?.[IDEMPOTENCY_KEY];
  if (request.idempotencyKey !== undefined || given === undefined) return request;
  if (typeof given === "string" && given !== "" && given.length <= 256) return { ...request, idempotencyKey: given };
  throw new ToolError("invalid_arguments", `_meta["${IDEMPOTENCY_KEY}"] has to be a text of 1 to 256 characters.`);
}

async function finish(call: Call, host: PathHost): Promise<DoneOutcome> {
  let failure: unknown;
  try {
    await stages(call, host);
    return doneOutcome(call, host);
  } catch (thrown) {
    const error = protectError(call, ToolError.from(thrown));
    failure = call.request.isVerbatim ? error : host.breaker.failed(call, error);
    throw failure;
  } finally {
    await record(call, failure, host.observers);
  }
}

function doneOutcome(call: Call, { keys }: PathHost): DoneOutcome {
  const { id: callId, changes, caller, target, resolved } = call;
  const result = call.result as DoneOutcome["result"];
  return withReceipt({ status: "done", callId, changes, result }, { callId, caller, target, resolved, keys, result });
}

/** Made when it is read: a digest of the result costs more than the whole path. */
const withReceipt = lazyField("receipt", ({ callId, caller, target, resolved, keys, result }: ReceiptSource) => {
  const { workspace, agent, caller: principal } = caller;
  const digest = definitionDigest(resolved as Resolved);
  return makeReceipt(keys, { callId, workspace, agent, caller: principal, target, definitionDigest: digest }, result);
});

type ReceiptSource = Pick<Call, "caller" | "target"> & { readonly resolved: Resolved | undefined } & Pick<
    PathHost,
    "keys"
  > &
  Pick<DoneOutcome, "callId" | "result">;

async function stages(call: Call, host: PathHost): Promise<void> {
  const isVerbatim = call.request.isVerbatim === true;
  if (!isVerbatim) host.breaker.check(call);
  await openEnvelope(call, host);
  await resolve(call, host);
  refuseDenied(call, host);
  if (!isVerbatim) host.breaker.check(call);
  settle(call);
  await policy(call, host);
  if (!(await recall(call, host))) {
    const leave = await limits(call, host);
    let failure: unknown;
    try {
      await approve(call, host);
      await recorded(call, host, async () => {
        await execute(call, host);
        protect(call);
      });
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const end = endOf(call, failure);
      leave?.(end);
      if (call.isStarted && !call.isShadowed) host.health.called(call.target, call.caller, end);
    }
  }
  const result = call.result as DoneOutcome["result"];
  if (isVerbatim) return;
  if (result.isError !== true || call.isShadowed) return host.breaker.succeeded(call);
  const advice = host.breaker.failedResult(call);
  if (advice !== undefined) call.result = { ...result, content: [...result.content, { type: "text", text: advice }] };
}

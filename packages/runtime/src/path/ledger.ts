import { type ErrorCode, type JsonObject, ToolError, type ToolResult } from "@agent-tools/contract";
import { digestOf } from "../digest.js";
import type { LedgerCall, LedgerEnd, LedgerRecord } from "../ledger.js";
import type { Call, PathHost } from "./call.js";
import { protectError } from "./protect.js";

/** Milliseconds between two looks at a call in flight. */
const LOOK_MS = 100;

/**
 * Answers with the outcome that is recorded under the call's idempotency key, and waits for it where that call is still
 * in flight. False where there is none, and the call is to run.
 */
export async function recall(call: Call, { ledger }: PathHost): Promise<boolean> {
  if (!ledger || call.isShadowed || call.request.idempotencyKey === undefined) return false;
  const entry = entryOf(call);
  for (;;) {
    const record = await ledger.find(entry);
    if (record === undefined) return false;
    if (record.state === "in_flight") {
      await pause(call.signal);
      continue;
    }
    call.rule ??= "ledger";
    call.result = outcomeOf(record);
    return true;
  }
}

/** Runs the call with a record of it in the ledger: written before anything is sent, completed after. */
export async function recorded(call: Call, host: PathHost, run: () => Promise<void>): Promise<void> {
  const { ledger } = host;
  const isKept = call.request.idempotencyKey !== undefined || call.effect !== "read";
  if (!ledger || !isKept || call.isShadowed) return run();
  const entry = entryOf(call);
  while (!(await ledger.begin(entry))) if (await recall(call, host)) return;
  try {
    await run();
  } catch (thrown) {
    const error = protectError(call, ToolError.from(thrown));
    const end = endOf(call, error);
    await quietly(() => (end ? ledger.end(entry, end) : ledger.forget(entry)), call);
    throw error;
  }
  const result = call.result as ToolResult;
  // What a policy that changed meanwhile made a rehearsal did not happen.
  await quietly(() => (call.isShadowed ? ledger.forget(entry) : ledger.end(entry, { state: "done", result })), call);
}

/** The call's outcome is known and told, even where it can no longer be written down: a repeat then learns that it is not known. */
async function quietly(write: () => Promise<void>, { io, id }: Call): Promise<void> {
  try {
    await write();
  } catch (error) {
    io.log?.("error", `The outcome of call ${id} was not recorded: ${ToolError.from(error).message}`);
  }
}

/** After these the call did not run, and its key is free for another try. */
const notRun: ReadonlySet<ErrorCode> = new Set([
  ...(["invalid_arguments", "missing_secret", "network_refused", "upstream_unavailable"] as const),
  ...(["rate_limited", "login_required", "denied", "unsupported", "unknown_target"] as const),
]);

/** How a failed call is recorded; undefined where it had no effect. */
function endOf({ isDispatched, effect, resolved, isStarted }: Call, error: ToolError): LedgerEnd | undefined {
  if (error.code === "unknown_outcome") return { state: "unknown" };
  // What a skill has called before it failed has been sent.
  const isSkill = resolved?.kind === "skill" && isStarted;
  if (effect === "read" || !(isDispatched || isSkill)) return undefined;
  if (isSkill && (error.code === "timeout" || error.code === "cancelled")) return { state: "unknown" };
  return notRun.has(error.code) && !isSkill ? undefined : { state: "failed", error: error.toJSON() };
}

function outcomeOf(record: Exclude<LedgerRecord, { state: "in_flight" }>): ToolResult {
  if (record.state === "done") return record.result;
  if (record.state === "failed") throw toolErrorOf(record.error);
  throw new ToolError(
    "unknown_outcome",
    "The call with this idempotency key was made before and its answer was lost: whether it took effect is not known. It was not run again.",
    { details: { callId: record.callId } },
  );
}

function toolErrorOf({ code, message, hint, retryable, details }: JsonObject): ToolError {
  return new ToolError(code as ErrorCode, String(message), {
    hint: String(hint),
    retryable: retryable === true,
    ...(details === undefined ? {} : { details: details as JsonObject }),
  });
}

function entryOf({ id, caller, target, request, arguments: args }: Call): LedgerCall {
  return {
    workspace: caller.workspace,
    agent: caller.agent,
    caller: caller.caller,
    key: request.idempotencyKey ?? id,
    isKeyed: request.idempotencyKey !== undefined,
    callId: id,
    target,
    argumentsDigest: digestOf(args ?? null),
  };
}

async function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, LOOK_MS);
    signal.addEventListener("abort", abort, { once: true });
  });
}

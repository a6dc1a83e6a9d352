import {
  type CallContext,
  type CompletionRequest,
  ToolError,
  type ToolResult,
  targetName,
  textResult,
  toToolResult,
} from "@agent-tools/contract";
import { secretsOf } from "../loaded-plugin.js";
import type { Call, PathHost, Resolved } from "./call.js";
import { callContext } from "./call-context.js";
import { dispatched } from "./dispatched.js";
import { governedAdapter } from "./governed-adapter.js";
import { refuseDenied } from "./policy.js";
import { recordStart } from "./record.js";

/** Runs the target, until it answers, the deadline passes or the client cancels. A shadowed call is not run. */
export async function execute(call: Call, host: PathHost): Promise<void> {
  if (!call.isShadowed) {
    await requireSecrets(call);
    await recordStart(call, host.observers);
  }
  // The last word on a policy that may have changed meanwhile, in the same turn in which the target begins to run.
  refuseDenied(call, host);
  if (call.isShadowed) {
    call.result = isCompletion(call)
      ? { content: [], completion: { values: [] } }
      : rehearsal(call.resolved as Resolved);
    return;
  }
  call.signal.throwIfAborted();
  call.isStarted = true;
  call.result = toToolResult(await untilAborted(call, run(call, host)));
}

/** Throws `missing_secret` for a secret that the tool itself declares and that is not set, before anything is sent. */
async function requireSecrets(call: Call): Promise<void> {
  const { owner, kind } = call.resolved as Resolved;
  if (kind !== "tool" || !("tool" in call.target)) return;
  const { tool } = call.target;
  const names = secretsOf(owner.plugin, tool);
  if (names.length === 0) return;
  const { secrets } = owner.readContext(call.caller, call.signal, tool);
  for (const name of names) await secrets.get(name);
}

const REHEARSAL = "Rehearsal: this call was checked and recorded, and not run. Nothing was changed.";

/** The answer of a call that was not run, in the form of its kind. Data that fits an output schema would be invented. */
function rehearsal(resolved: Resolved): ToolResult {
  if (resolved.kind === "resource") {
    return {
      content: [{ type: "resource", resource: { uri: resolved.uri, mimeType: "text/plain", text: REHEARSAL } }],
    };
  }
  if (resolved.kind === "prompt") {
    return { content: [], messages: [{ role: "user", content: { type: "text", text: REHEARSAL } }] };
  }
  const isData = resolved.kind === "tool" && resolved.entry.tool.outputSchema !== undefined;
  return { ...textResult(REHEARSAL), ...(isData && { isError: true }) };
}

function isCompletion({ request }: Call): boolean {
  return "isCompletion" in request && request.isCompletion === true;
}

async function run(call: Call, host: PathHost): Promise<unknown> {
  const resolved = call.resolved as Resolved;
  const { owner } = resolved;
  const context = callContext(call, owner);
  if (isCompletion(call)) return complete(call, context);
  if (resolved.kind === "resource") return readResource(resolved, context);
  if (resolved.kind === "prompt") {
    const args = (call.arguments ?? {}) as Readonly<Record<string, string>>;
    return { content: [], ...(await resolved.source.get(resolved.name, args, context)) };
  }
  if (resolved.kind === "tool") {
    // An adapter that never says when a request has left may have sent it at any moment.
    if (owner.adapter.reportsDispatch !== true) dispatched(call);
    return owner.adapter.call(resolved.entry.tool.name, call.arguments, context);
  }
  const { entry } = resolved;
  const reach = (prefix: string) => {
    if (entry.mayUse.plugins.has(prefix)) return governedAdapter(prefix, entry, call, host);
    throw new ToolError("denied", `Skill "${entry.name}" does not use plugin "${prefix}".`, {
      hint: `Name what it calls in the skill's meta.uses, for example "${prefix}:*".`,
    });
  };
  return entry.skill.run(reach(owner.prefix), call.arguments, Object.assign(context, { use: reach }));
}

/** A resource's contents (MCP 2025-11-25, ReadResourceResult) as embedded resources; further fields are kept. */
async function readResource({ source, uri }: Resolved & { kind: "resource" }, context: CallContext): Promise<unknown> {
  const { contents, ...rest } = await source.read(uri, context);
  if (!Array.isArray(contents)) throw new ToolError("upstream_error", `The resource "${uri}" came without contents.`);
  return { ...rest, content: contents.map((resource) => ({ type: "resource", resource })) };
}

/** The completions of an argument (MCP 2025-11-25, CompleteResult), beside an empty content. */
async function complete(call: Call, context: CallContext): Promise<unknown> {
  const { owner, kind } = call.resolved as Resolved;
  const { argument = {}, context: filled } = (call.arguments ?? {}) as Partial<CompletionRequest>;
  const name = targetName(call.target).name;
  if (!owner.adapter.complete || (kind !== "prompt" && kind !== "resource")) {
    throw new ToolError("unsupported", `Plugin "${owner.prefix}" completes no arguments of ${kind} "${name}".`);
  }
  const ref = kind === "prompt" ? { type: "ref/prompt", name } : { type: "ref/resource", uri: name };
  const asked = { ref, argument, ...(filled && { context: filled }) };
  return { content: [], ...(await owner.adapter.complete(asked, context)) };
}

/**
 * The answer, unless the deadline or a cancel comes first. Then nobody waits any longer, whether or not the target has
 * noticed: a change that may have been sent has an unknown outcome.
 */
async function untilAborted(call: Call, running: Promise<unknown>): Promise<unknown> {
  const { signal } = call;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([running, aborted]);
  } catch (error) {
    const failure: ToolError = signal.aborted ? signal.reason : ToolError.from(error, "upstream_error");
    // A call inside of a skill may reach the common deadline a moment earlier; that nothing was changed holds for it alone.
    const isCutShort = signal.aborted || (isSkill(call) && ["timeout", "cancelled"].includes(failure.code));
    throw isCutShort && call.isDispatched && call.effect !== "read" ? unknownOutcome(failure) : failure;
  } finally {
    signal.removeEventListener("abort", abort as () => void);
    // It may still fail after nobody waits for it; that must not end the process.
    running.catch(() => {});
  }
}

function isSkill({ resolved }: Call): boolean {
  return resolved?.kind === "skill";
}

function unknownOutcome(reason: ToolError): ToolError {
  const why = reason.code === "timeout" ? "The call took longer than its deadline" : "The call was cancelled";
  return new ToolError("unknown_outcome", `${why} after it had been sent; whether it took effect is not known.`, {
    cause: reason,
  });
}

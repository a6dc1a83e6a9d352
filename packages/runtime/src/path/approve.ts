import { type Answers, isObject, ToolError, targetName } from "@agent-tools/contract";
import type { ApprovalBinding, ApprovalSubject } from "../approvals.js";
import { type ConfirmMode, skillConfirmMode, toolConfirmMode } from "../confirmation.js";
import { digestOf } from "../digest.js";
import type { Call, PathHost, Resolved } from "./call.js";
import { definitionDigest } from "./definition.js";
import { policy } from "./policy.js";
import { resolve } from "./resolve.js";

/**
 * Sees that whoever has to agree to the call does. What only reads passes, and so does a plugin that asks for no
 * confirmation, unless the host chose otherwise.
 * A skill's confirmation covers the writes it makes, never what destroys: that is for a person, before the skill starts.
 */
export async function approve(call: Call, host: PathHost): Promise<void> {
  const { outer, request } = call;
  call.isConfirmed ||= request.confirmBy === "client" || outer?.isConfirmed === true;
  if (request.isReadOnly === true && call.effect !== "read") {
    call.rule = "read only";
    throw new ToolError("denied", `${sentence(call)}, and this way of calling is for reading only.`, {
      hint: "Use the call that may change things.",
    });
  }
  if (call.isShadowed || call.isApproved) return;
  const mode = confirmMode(call, host);
  if (mode === "none") return;
  if (mode === "human" || request.confirmBy === "person") return approveByPerson(call, host);
  if (call.isConfirmed) return;
  throw new ToolError("confirmation_required", `${sentence(call)}, and the call is not confirmed.`);
}

/** Who has to agree. In a skill, what destroys needs a person even where elsewhere the model's word is enough. */
function confirmMode({ resolved, caller, effect, outer }: Call, { catalogue, confirmation }: PathHost): ConfirmMode {
  if (resolved?.kind === "skill") {
    return skillConfirmMode(resolved.entry, resolved.owner, catalogue.snapshot(caller), caller, confirmation);
  }
  if (resolved?.kind !== "tool") return "none";
  const mode = toolConfirmMode(resolved.entry, caller, confirmation);
  return mode === "model" && outer !== undefined && effect === "destructive" ? "human" : mode;
}

/** Asks a person: through the client where it can answer, else by a question that the host decides. */
async function approveByPerson(call: Call, host: PathHost): Promise<void> {
  const { approvals } = host;
  const { owner } = call.resolved as Resolved;
  const binding = bindingOf(call);
  const subject = subjectOf(call);
  let decision = await approvals.take(binding, subject);
  if (decision === undefined) {
    const shown = JSON.stringify(owner.scrubber.value(call.arguments));
    const message = `${sentence(call)}. Arguments: ${shown.length > 1_000 ? `${shown.slice(0, 1_000)}…` : shown}`;
    decision = await askClient(call, message);
    if (decision === undefined) {
      const { id } = await approvals.ask({ binding, effect: subject.effect, message }, subject);
      call.clock.pause();
      await approvals.wait(id, host.approvalWaitMs, call.signal).finally(call.clock.resume);
      call.signal.throwIfAborted();
      decision = await approvals.take(binding, subject);
      if (decision === undefined) {
        throw new ToolError("approval_required", `${sentence(call)}, and waits for a person to approve it.`, {
          details: { approvalId: id },
        });
      }
    }
    // While people think, things change: the call goes on only if it is still the one that was approved.
    await resolve(call, host);
    await policy(call, host);
    if (bindingOf(call).definitionDigest !== binding.definitionDigest) {
      throw new ToolError("approval_required", "The tool's definition changed while its call was being approved.", {
        hint: "Look at the tool again, and make the call anew if it is still wanted.",
      });
    }
  }
  if (decision === "denied") {
    call.rule = "approval";
    throw new ToolError("denied", `${sentence(call)}, and a person refused it.`);
  }
  call.isApproved = true;
  call.isConfirmed = true;
}

/** The decision of the person at the client (MCP, elicitation/create), or undefined where the client cannot ask. */
async function askClient(call: Call, message: string): Promise<"approved" | "denied" | undefined> {
  const requestedSchema = {
    type: "object",
    properties: { approve: { type: "boolean", title: "Approve", description: "Run this call" } },
    required: ["approve"],
  };
  let answers: Answers;
  try {
    answers = await call.ask({
      approval: { method: "elicitation/create", params: { mode: "form", message, requestedSchema } },
    });
  } catch (error) {
    if (ToolError.is(error) && error.code === "unsupported") return undefined;
    throw error;
  }
  const { action, content } = answers["approval"] ?? {};
  return action === "accept" && isObject(content) && content["approve"] === true ? "approved" : "denied";
}

function bindingOf(call: Call): ApprovalBinding {
  const { caller, target, arguments: args } = call;
  return {
    workspace: caller.workspace,
    agent: caller.agent,
    caller: caller.caller,
    target,
    argumentsDigest: digestOf(args),
    definitionDigest: definitionDigest(call.resolved as Resolved),
  };
}

function subjectOf({ target, caller, effect = "write", resolved, arguments: args }: Call): ApprovalSubject {
  return {
    target,
    caller,
    effect,
    arguments: args,
    ...(resolved?.kind === "tool" ? { tool: resolved.entry.tool } : {}),
  };
}

function sentence({ target, effect }: Call): string {
  const { kind, name } = targetName(target);
  const does =
    effect === "destructive" ? "destroys or overwrites things" : effect === "read" ? "reads" : "changes things";
  return `${kind === "tool" ? "Tool" : "Skill"} "${name}" of plugin "${target.plugin}" ${does}`;
}

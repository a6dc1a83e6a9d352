import { type Caller, ToolError, targetName } from "@agent-tools/contract";
import type { LoadedSkill } from "../loaded-plugin.js";
import type { Policy } from "../policy.js";
import { skillEffect } from "../skill-effect.js";
import type { ListView } from "../tool-list.js";
import type { Call, CallTarget, PathHost } from "./call.js";
import { didYouMean, nearest } from "./nearest.js";

/**
 * Finds the target in the caller's view. Unknown is refused with the nearest names that the caller may see, and nothing
 * else is run in its place.
 */
export async function resolve(call: Call, host: PathHost): Promise<void> {
  const { target } = call;
  const owner = host.catalogue.plugins.get(target.plugin);
  if (!owner) {
    const near = nearest(target.plugin, host.catalogue.plugins.keys());
    throw new ToolError("unknown_plugin", `There is no plugin "${target.plugin}".${didYouMean(near)}`, {
      details: { nearest: near },
    });
  }
  if ("resource" in target) {
    const source = owner.adapter.resources;
    if (!source) throw notFound(call, host);
    call.resolved = { kind: "resource", owner, source, uri: target.resource };
    call.effect = "read";
    return;
  }
  if ("prompt" in target) {
    const source = owner.adapter.prompts;
    if (!source) throw notFound(call, host);
    call.resolved = { kind: "prompt", owner, source, name: target.prompt };
    call.effect = "read";
    return;
  }
  if ("skill" in target) {
    const entry = owner.skills.get(target.skill);
    if (!entry) throw notFound(call, host);
    await listsOf(entry.mayUse.plugins, call, host);
    limitTime(call, entry);
    call.resolved = { kind: "skill", owner, entry };
    call.effect = skillEffect(entry, host.catalogue.snapshot(call.caller));
    return;
  }
  const list = host.catalogue.snapshot(call.caller).lists.get(target.plugin);
  const known = list?.state === "ready" ? list.tools.get(target.tool) : undefined;
  const loaded = () => untilAborted(host.catalogue.load(target.plugin, call.caller), call);
  const entry = known ?? (await loaded()).tools.get(target.tool);
  if (!entry) throw notFound(call, host);
  call.resolved = { kind: "tool", owner, entry };
  call.effect = entry.known.effect;
}

/** A skill's own time limit holds in place of the host's, and never lengthens what the request asked for. */
function limitTime(call: Call, { skill: { meta } }: LoadedSkill): void {
  if (meta?.timeoutMs === undefined) return;
  const { deadlineMs = Number.POSITIVE_INFINITY } = call.request;
  call.clock.limit(Math.min(meta.timeoutMs, deadlineMs));
}

/** The refusal for a target that is not there, which is also the one for a target that is denied. */
export function notFound(call: Call, host: PathHost): ToolError {
  const { target } = call;
  const { kind, name } = targetName(target);
  const near = nearest(name, visibleNames(call.target, call.caller, host));
  return new ToolError("unknown_target", `Plugin "${target.plugin}" has no ${kind} "${name}".${didYouMean(near)}`, {
    details: { nearest: near },
  });
}

/** The names of a plugin's targets of this kind that the caller may use. */
export function visibleNames(target: CallTarget, caller: Caller, { catalogue, policy }: PathHost): string[] {
  const snapshot = catalogue.snapshot(caller);
  const { plugin } = target;
  if ("tool" in target) return visibleTools(snapshot.lists.get(plugin), plugin, caller, policy);
  if (!("skill" in target)) return [];
  const skills = [...(catalogue.plugins.get(plugin)?.skills.values() ?? [])];
  const isVisible = (entry: LoadedSkill) =>
    policy.decide({ target: { plugin, skill: entry.name }, caller, effect: skillEffect(entry, snapshot) }).mode !==
    "deny";
  return skills.filter(isVisible).map(({ name }) => name);
}

function visibleTools(list: ListView | undefined, plugin: string, caller: Caller, policy: Policy): string[] {
  return [...(list?.tools.values() ?? [])]
    .filter(
      ({ tool, known: { effect } }) =>
        policy.decide({ target: { plugin, tool: tool.name }, caller, effect, tool }).mode !== "deny",
    )
    .map(({ tool }) => tool.name);
}

/** Waits for the lists that a skill's effect depends on; one that cannot be had counts as unknown. */
async function listsOf(plugins: ReadonlySet<string>, call: Call, { catalogue }: PathHost): Promise<void> {
  const { lists } = catalogue.snapshot(call.caller);
  const missing = [...plugins].filter((plugin) => lists.get(plugin)?.state === "connecting");
  if (missing.length === 0) return;
  await untilAborted(Promise.allSettled(missing.map((plugin) => catalogue.load(plugin, call.caller))), call);
}

export async function untilAborted<T>(promise: Promise<T>, { signal }: Call): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

import { type JsonObject, type Schema, ToolError } from "@agent-tools/contract";
import { matchName, settleCall } from "@agent-tools/schema";
import type { Call, CallEnvelope, CallTarget, PathHost } from "./call.js";
import { didYouMean, nearest } from "./nearest.js";
import { notFound, untilAborted, visibleNames } from "./resolve.js";

const fields: Readonly<Record<string, Schema>> = { confirm: { type: "boolean" }, select: { type: "string" } };
const fieldsWithPlugin: Readonly<Record<string, Schema>> = { plugin: { type: "string" }, ...fields };

/** Reads a facade's call as a model wrote it: finds the target, and takes the arguments out of whatever they are in. */
export async function openEnvelope(call: Call, host: PathHost): Promise<void> {
  const { request } = call;
  if (!("envelope" in request)) return;
  const { envelope } = request;
  const settled = await settleCall(envelope.input, {
    nameField: envelope.kind === "tool" ? "toolName" : "skill",
    fields: envelope.plugin === undefined ? fieldsWithPlugin : fields,
    verbs: verbsOf(envelope),
    find: async (name, given) => {
      call.target = await findTarget(name, given, envelope, call, host);
      return {
        name: "tool" in call.target ? call.target.tool : name,
        schema: schemaOf(call, host),
        target: call.target,
      };
    },
  });
  if (settled.error) throw settled.error;
  call.target = settled.target.target;
  call.arguments = settled.arguments;
  call.changes = settled.changes;
  call.isConfirmed = settled.fields["confirm"] === true;
}

/** What the facade's own tool may be called: models put calls of it into itself. */
function verbsOf({ kind, plugin }: CallEnvelope): readonly string[] {
  const verbs = kind === "tool" ? ["call", "call_readonly"] : ["run_skill"];
  return plugin === undefined ? verbs : verbs.flatMap((verb) => [verb, `agent_tools_${plugin}_${verb}`]);
}

/** The target of an envelope that nobody has read, for the record. */
export function unreadTarget({ kind, plugin = "?" }: CallEnvelope): CallTarget {
  return kind === "tool" ? { plugin, tool: "?" } : { plugin, skill: "?" };
}

async function findTarget(
  name: string,
  given: JsonObject,
  { kind, plugin }: CallEnvelope,
  call: Call,
  host: PathHost,
): Promise<CallTarget> {
  const targetOf = (prefix: string, found: string): CallTarget =>
    kind === "tool" ? { plugin: prefix, tool: found } : { plugin: prefix, skill: found };
  const { plugins } = host.catalogue;
  const named = plugin ?? given["plugin"];
  const prefixes = typeof named === "string" ? [prefixOf(named, plugins.keys())] : [...plugins.keys()];
  if (kind === "tool") {
    const lists = Promise.allSettled(prefixes.map((prefix) => host.catalogue.load(prefix, call.caller)));
    const [first] = await untilAborted(lists, call);
    if (prefixes.length === 1 && first?.status === "rejected") {
      call.target = targetOf(prefixes[0] as string, name);
      throw first.reason;
    }
  }
  const candidates = prefixes.flatMap((prefix) =>
    visibleNames(targetOf(prefix, name), call.caller, host).map((candidate) => ({
      name: candidate,
      prefix,
      qualifiers: [prefix, plugins.get(prefix)?.plugin.name ?? prefix],
    })),
  );
  const match = matchName(name, candidates);
  if (match.status === "exact" || match.status === "normalised")
    return targetOf(match.target.prefix, match.target.name);
  if (match.status === "ambiguous") {
    const names = match.targets.map((target) => `${target.prefix}:${target.name}`);
    throw new ToolError("ambiguous_target", `"${name}" may be ${names.join(" or ")}.`, {
      details: { candidates: names },
    });
  }
  call.target = targetOf(prefixes.length === 1 ? (prefixes[0] as string) : "?", name);
  if (prefixes.length === 1) throw notFound(call, host);
  const near = nearest(
    name,
    candidates.map((candidate) => candidate.name),
  );
  throw new ToolError("unknown_target", `No plugin has a ${kind} "${name}".${didYouMean(near)}`, {
    details: { nearest: near },
  });
}

function prefixOf(named: string, prefixes: Iterable<string>): string {
  const all = [...prefixes];
  const match = matchName(
    named,
    all.map((name) => ({ name })),
  );
  if (match.status === "exact" || match.status === "normalised") return match.target.name;
  const near = nearest(named, all);
  throw new ToolError("unknown_plugin", `There is no plugin "${named}".${didYouMean(near)}`, {
    details: { nearest: near },
  });
}

function schemaOf({ target, caller }: Call, { catalogue }: PathHost): Schema | undefined {
  if ("tool" in target)
    return catalogue.snapshot(caller).lists.get(target.plugin)?.tools.get(target.tool)?.tool.inputSchema;
  return "skill" in target
    ? catalogue.plugins.get(target.plugin)?.skills.get(target.skill)?.skill.meta?.inputSchema
    : undefined;
}

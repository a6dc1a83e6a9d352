import { type ErrorCode, isObject, type JsonObject, type Schema, targetName } from "@agent-tools/contract";
import { canonicalJson, exampleArguments } from "@agent-tools/schema";
import type { Catalogue } from "../catalogue.js";
import type { Call } from "./call.js";

/** A longer example would cost more than it helps. */
const LONGEST = 2_000;

/** In these the arguments, or what stands beside them, may be at fault. */
const shown: ReadonlySet<ErrorCode> = new Set(["invalid_arguments", "upstream_error", "confirmation_required"]);

/**
 * A right call of the target in words, exactly as whoever made this one has to write it: the envelope of a facade, else
 * the arguments alone. Undefined where no other call would help, or none is known.
 */
export function workedCall(call: Call, code: ErrorCode, catalogue: Catalogue): string | undefined {
  if (!shown.has(code)) return undefined;
  const known = definitionOf(call, catalogue);
  if (known === undefined) return undefined;
  if (code === "confirmation_required") {
    const text = "envelope" in call.request ? written(call, call.arguments, known) : undefined;
    return text && `The same call, confirmed: ${text}`;
  }
  const { value, isValid } = exampleArguments(known.schema);
  // What has just failed is no example.
  if (canonicalJson(value) === canonicalJson(call.arguments)) return undefined;
  const text = written(call, value, known);
  const what = "envelope" in call.request ? "call" : "set of arguments";
  const claim = isValid ? `A ${what} that fits, for values of your own` : `The shape of a ${what} that fits`;
  return text && `${claim}: ${text}`;
}

interface Definition {
  readonly schema: Schema | undefined;
  readonly isConfirmed: boolean;
}

/** What is known of the target; undefined where it was not found. */
function definitionOf(
  { target, caller, resolved, effect, request }: Call,
  catalogue: Catalogue,
): Definition | undefined {
  const owner = catalogue.plugins.get(target.plugin);
  if (!owner || "resource" in target || "prompt" in target) return undefined;
  const isConfirmed = (found: Call["effect"]) =>
    found !== undefined && found !== "read" && request.isReadOnly !== true && owner.plugin.requireConfirm !== false;
  if ("skill" in target) {
    const schema = owner.skills.get(target.skill)?.skill.meta?.inputSchema;
    return schema === undefined ? undefined : { schema, isConfirmed: isConfirmed(effect) };
  }
  const entry =
    resolved?.kind === "tool"
      ? resolved.entry
      : catalogue.snapshot(caller).lists.get(target.plugin)?.tools.get(target.tool);
  return entry && { schema: entry.tool.inputSchema, isConfirmed: isConfirmed(effect ?? entry.known.effect) };
}

/** The call with these arguments as JSON; undefined where it is too long to show. */
function written({ request, target }: Call, args: unknown, { isConfirmed }: Definition): string | undefined {
  if (!isObject(args)) return undefined;
  const { kind, name } = targetName(target);
  const call: JsonObject =
    "envelope" in request
      ? {
          ...(request.envelope.plugin === undefined ? { plugin: target.plugin } : {}),
          [kind === "tool" ? "toolName" : kind]: name,
          arguments: args as JsonObject,
          ...(isConfirmed ? { confirm: true } : {}),
        }
      : (args as JsonObject);
  const text = JSON.stringify(call);
  return text.length <= LONGEST ? text : undefined;
}

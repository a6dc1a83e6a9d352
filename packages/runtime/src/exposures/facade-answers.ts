import { isObject, type JsonObject, type ToolResult, textResult } from "@agent-tools/contract";
import type { Discovery, SkillHit, ToolHit } from "../discover.js";
import type { CallIo, Pending, Session } from "../exposure.js";
import type { CallRequest, CallTarget } from "../path/call.js";
import type { Runtime } from "../runtime.js";

/** How the calls that an answer speaks of are spelled in one exposure. */
export interface FacadeWords {
  /** The name of the tool that calls a tool of this plugin, and the arguments that name the target. */
  call(plugin: string, tool: string): { readonly name: string; readonly arguments: JsonObject };
  runSkill(plugin: string, skill: string): { readonly name: string; readonly arguments: JsonObject };
  /** True where one discover covers several plugins, so that a hit has to name its own. */
  readonly namesPlugins: boolean;
}

/** The arguments of a facade's discover. */
export interface DiscoverArguments {
  readonly query?: string;
  readonly plugin?: string;
  readonly detail?: "names" | "brief" | "full";
  readonly limit?: number;
  readonly offset?: number;
}

const BRIEF_DESCRIPTION = 140;
const BRIEF_SIGNATURE = 220;
const hitsPerPage = { names: 20, brief: 5, full: 3 };

/** The answer of discover, for a model: a catalogue that says how to go on. */
export async function answerDiscover(
  runtime: Runtime,
  words: FacadeWords,
  { query = "", plugin, detail = "brief", limit = hitsPerPage[detail], offset = 0 }: DiscoverArguments,
  { caller }: Session,
): Promise<ToolResult> {
  const found = await runtime.discover(query, caller, { limit, offset, ...(plugin === undefined ? {} : { plugin }) });
  const { total, hits, notes, suggestion, context } = found;
  const shown = offset + hits.length;
  return jsonResult({
    note: hits.length > 0 ? "A catalogue of what can be called; nothing was called yet." : emptyNote(found),
    ...(hits[0] ? { next: nextCall(hits[0], words) } : {}),
    total,
    ...(shown < total ? { more: { offset: shown } } : {}),
    hits: hits.map((hit) => shownHit(hit, detail, words)),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(context === undefined ? {} : { context: words.namesPlugins ? context : Object.values(context)[0] }),
  });
}

/** Calls the target, and gives the model the result as it is. */
export async function answerCall(
  runtime: Runtime,
  target: CallTarget,
  request: Omit<CallRequest, "target">,
  { caller, client }: Session,
  io: CallIo,
): Promise<ToolResult | Pending> {
  const canResume = isObject(client?.capabilities?.["elicitation"]);
  const outcome = await runtime.call({ ...request, target }, caller, { canResume, ...io });
  return outcome.status === "done" ? outcome.result : outcome;
}

/** The answer of help. */
export function answerHelp(runtime: Runtime, { caller }: Session): ToolResult {
  return jsonResult(runtime.help(caller));
}

function emptyNote({ query, notes }: Discovery): string {
  const waiting = notes.length > 0 ? " Some plugins are not there yet; see notes." : "";
  return query === "" ? `No tools are here.${waiting}` : `Nothing matches "${query}". Ask in other words.${waiting}`;
}

function nextCall({ kind, plugin, name, ...hit }: ToolHit | SkillHit, words: FacadeWords): JsonObject {
  const call = kind === "tool" ? words.call(plugin, name) : words.runSkill(plugin, name);
  const confirms = "effect" in hit && hit.effect !== "read" ? { confirm: true } : {};
  return { tool: call.name, arguments: { ...call.arguments, arguments: {}, ...confirms } };
}

function shownHit(hit: ToolHit | SkillHit, detail: "names" | "brief" | "full", words: FacadeWords): JsonObject {
  const owner = words.namesPlugins ? { plugin: hit.plugin } : {};
  if (hit.kind === "skill") {
    const { kind, name, description, args, related } = hit;
    const links = related === undefined ? {} : { related: related.map(({ target, why }) => ({ target, why })) };
    return { kind, ...owner, name, description, args, ...links };
  }
  const { kind, name, effect } = hit;
  if (detail === "names") return { ...owner, name };
  const brief = detail === "brief";
  return {
    kind,
    ...owner,
    name,
    description: brief ? cut(firstSentence(hit.description), BRIEF_DESCRIPTION) : hit.description,
    call: brief ? cut(hit.signature, BRIEF_SIGNATURE) : hit.signature,
    ...(effect === "read" ? {} : { effect }),
  };
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim();
}

function cut(text: string, most: number): string {
  const flat = text.replaceAll(/\s+/g, " ");
  return flat.length <= most ? flat : `${flat.slice(0, most - 1).trimEnd()}…`;
}

function jsonResult(value: object): ToolResult {
  return textResult(JSON.stringify(value));
}

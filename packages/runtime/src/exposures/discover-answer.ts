import { type Json, type JsonObject, type ToolResult, textResult } from "@agent-tools/contract";
import type { Discovery, InstructionsHit, SkillHit, ToolHit } from "../discover.js";
import type { Session } from "../exposure.js";
import type { Runtime } from "../runtime.js";

/** How the calls that an answer speaks of are spelled in one exposure. */
export interface FacadeWords {
  /** The name of the tool that calls a tool of this plugin, and the arguments that name the target. */
  call(plugin: string, tool: string): { readonly name: string; readonly arguments: JsonObject };
  runSkill(plugin: string, skill: string): { readonly name: string; readonly arguments: JsonObject };
  /** The name of the tool that reads skills. */
  readonly reader: string;
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
  readonly toolset?: string;
}

const BRIEF_DESCRIPTION = 140;
const BRIEF_SIGNATURE = 220;
const BRIEF_CONTEXT = 300;
const BRIEF_WHY = 60;
/** A longer example would cost more than it helps. */
const LONGEST_EXAMPLE = 300;
/** The size of an answer at a lesser detail beside its first words: with them it is below 2,400, some 600 tokens. */
const MOST_SIZE = 2_000;
const hitsPerPage = { names: 20, brief: 5, full: 3 };

/** The answer of discover, for a model: a catalogue that says how to go on. At the default detail it fits 600 tokens. */
export async function answerDiscover(
  runtime: Runtime,
  words: FacadeWords,
  { query = "", detail = "brief", limit: asked, offset = 0, ...where }: DiscoverArguments,
  { caller }: Session,
): Promise<ToolResult> {
  const limit = asked ?? hitsPerPage[detail];
  const found = await runtime.discover(query, caller, { limit, offset, ...where });
  const { total, hits, notes, suggestion, context, toolset, example = {} } = found;
  const filled = sizeOf(example) > LONGEST_EXAMPLE ? {} : example;
  const rest = {
    ...(toolset === undefined ? {} : { toolset: narrowed(toolset) }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(notes.length === 0 ? {} : { notes: detail === "full" ? notes : notes.map(briefNote) }),
    ...(context === undefined ? {} : { context: shownContext(context, detail, found, words) }),
  };
  const whole = hits.map((hit) => shownHit(hit, detail, words));
  const isBounded = asked === undefined && detail !== "full";
  const shown = isBounded ? fitting(whole, MOST_SIZE - sizeOf(rest) - sizeOf(filled)) : whole;
  const end = offset + shown.length;
  const answer = {
    note: hits.length > 0 ? catalogueNote(filled) : emptyNote(found),
    ...(hits[0] ? { next: nextCall(hits[0], filled, words) } : {}),
    total,
    ...(end < total ? { more: { offset: end } } : {}),
    hits: shown,
    ...rest,
  };
  return textResult(JSON.stringify(answer));
}

/** As many hits as fit, one at least: who wants more of them goes on by the offset, or asks for a number. */
function fitting(hits: readonly JsonObject[], size: number): readonly JsonObject[] {
  let left = size;
  const most = hits.findIndex((hit, position) => {
    left -= sizeOf(hit) + 1;
    return position > 0 && left < 0;
  });
  return most < 0 ? hits : hits.slice(0, most);
}

/** In characters of English, four of which are a token: in other scripts fewer are, and of Chinese or Japanese one is most of it. */
function sizeOf(value: JsonObject): number {
  const text = JSON.stringify(value);
  const other = text.match(/[\u0370-\u2e7f]/g)?.length ?? 0;
  const dense = text.match(/[\u2e80-\uffff]/g)?.length ?? 0;
  return text.length + other + 3 * dense;
}

function briefNote({ plugin, message }: Discovery["notes"][number]): JsonObject {
  return { plugin, message: cut(message, BRIEF_DESCRIPTION) };
}

/** What the plugins add: of one where it is asked about, else of those that have a hit here. */
function shownContext(
  context: NonNullable<Discovery["context"]>,
  detail: "names" | "brief" | "full",
  { hits }: Discovery,
  { namesPlugins }: FacadeWords,
): Json {
  const brief = (facts: Json): Json => {
    const text = JSON.stringify(facts);
    return detail === "full" || text.length <= BRIEF_CONTEXT ? facts : cut(text, BRIEF_CONTEXT);
  };
  const owners = new Set(hits.map(({ plugin }) => plugin));
  const shown = Object.entries(context).filter(([plugin]) => !namesPlugins || owners.has(plugin));
  const each = Object.fromEntries(shown.map(([plugin, facts]) => [plugin, brief(facts)]));
  return namesPlugins ? each : (Object.values(each)[0] ?? null);
}

function narrowed({ skill, others }: NonNullable<Discovery["toolset"]>): string {
  return `${skill}: only the tools of this skill; toolset: "all" shows ${others} more`;
}

function catalogueNote(filled: JsonObject): string {
  const values = Object.keys(filled).length > 0 ? " Put your own values into the next call." : "";
  return `A catalogue of what can be called; nothing was called yet.${values}`;
}

function emptyNote({ query, notes }: Discovery): string {
  const waiting = notes.length > 0 ? " Some plugins are not there yet; see notes." : "";
  return query === ""
    ? `No tools are here.${waiting}`
    : `Nothing matches "${cut(query, BRIEF_DESCRIPTION)}". Ask in other words.${waiting}`;
}

function nextCall(
  { kind, plugin = "", name, ...hit }: Discovery["hits"][number],
  filled: JsonObject,
  words: FacadeWords,
): JsonObject {
  if (kind === "instructions") return { tool: words.reader, arguments: { skill: name } };
  const call = kind === "tool" ? words.call(plugin, name) : words.runSkill(plugin, name);
  const confirms = "effect" in hit && hit.effect !== "read" ? { confirm: true } : {};
  return { tool: call.name, arguments: { ...call.arguments, arguments: filled, ...confirms } };
}

function shownHit(
  hit: ToolHit | SkillHit | InstructionsHit,
  detail: "names" | "brief" | "full",
  words: FacadeWords,
): JsonObject {
  if (hit.kind === "instructions") {
    const { name, description } = hit;
    const args = `none: read it with ${words.reader} { skill: ${JSON.stringify(name)} }`;
    return {
      kind: "skill",
      name,
      description: detail === "full" ? description : cut(description, BRIEF_DESCRIPTION),
      args,
    };
  }
  const owner = words.namesPlugins ? { plugin: hit.plugin } : {};
  if (hit.kind === "skill") {
    const { kind, name, description, args, related } = hit;
    const isBrief = detail !== "full";
    const links = related?.map(({ target, why }) => ({ target, why: isBrief ? cut(why, BRIEF_WHY) : why }));
    return {
      kind,
      ...owner,
      name,
      description: isBrief ? cut(description, BRIEF_DESCRIPTION) : description,
      args: isBrief ? cut(args, BRIEF_SIGNATURE) : args,
      ...(links && { related: links }),
    };
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
  return /^[\s\S]*?(?:[.!?](?=\s|$)|[。！？])/.exec(text.trim())?.[0] ?? text.trim();
}

function cut(text: string, most: number): string {
  const flat = text.replaceAll(/\s+/g, " ");
  return flat.length <= most ? flat : `${flat.slice(0, most - 1).trimEnd()}…`;
}

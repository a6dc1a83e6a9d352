import {
  type Change,
  type Content,
  isObject,
  type JsonObject,
  resultValue,
  ToolError,
  type ToolResult,
  textResult,
  toToolResult,
} from "@agent-tools/contract";
import type { Discovery, InstructionsHit, SkillHit, ToolHit } from "../discover.js";
import type { CallIo, Pending, Session } from "../exposure.js";
import type { CallRequest } from "../path/call.js";
import { RECEIPT_KEY } from "../receipt.js";
import { fit, type ResultBudget } from "../results/fit.js";
import { type ReadPart, readPart } from "../results/read.js";
import { selection } from "../results/select.js";
import type { Runtime } from "../runtime.js";
import { inventory } from "./inventory.js";

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
/** How many characters may name the files of a skill. */
const FILES_LISTED = 1_000;
const hitsPerPage = { names: 20, brief: 5, full: 3 };

/** The answer of discover, for a model: a catalogue that says how to go on. */
export async function answerDiscover(
  runtime: Runtime,
  words: FacadeWords,
  { query = "", detail = "brief", limit = hitsPerPage[detail], offset = 0, ...where }: DiscoverArguments,
  { caller }: Session,
): Promise<ToolResult> {
  const found = await runtime.discover(query, caller, { limit, offset, ...where });
  const { total, hits, notes, suggestion, context, toolset } = found;
  const shown = offset + hits.length;
  return jsonResult({
    note: hits.length > 0 ? "A catalogue of what can be called; nothing was called yet." : emptyNote(found),
    ...(hits[0] ? { next: nextCall(hits[0], words) } : {}),
    total,
    ...(shown < total ? { more: { offset: shown } } : {}),
    ...(toolset === undefined ? {} : { toolset: narrowed(toolset) }),
    hits: hits.map((hit) => shownHit(hit, detail, words)),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(context === undefined ? {} : { context: words.namesPlugins ? context : Object.values(context)[0] }),
  });
}

function narrowed({ skill, others }: NonNullable<Discovery["toolset"]>): string {
  return `${skill}: only the tools of this skill; toolset: "all" shows ${others} more`;
}

/** How an exposure shows what calls give. */
export interface ShownResults {
  readonly budget: ResultBudget;
  /** The name of the exposure's `read`. */
  readonly reader: string;
  readonly hasOutputSchema: boolean;
  /** A JMESPath expression to apply to the result. */
  readonly select?: string | undefined;
}

/** Calls the target, and gives the model the result: as it is where it fits, with what was changed in the arguments. */
export async function answerCall(
  runtime: Runtime,
  request: CallRequest,
  { budget, reader, hasOutputSchema, select }: ShownResults,
  { caller, client }: Session,
  io: CallIo,
): Promise<ToolResult | Pending> {
  const project = select === undefined ? undefined : await selection(select);
  const canResume = isObject(client?.capabilities?.["elicitation"]);
  const outcome = await runtime.call(request, caller, { canResume, ...io });
  if (outcome.status !== "done") return outcome;
  const { receipt, changes, result } = outcome;
  const selected = project && result.isError !== true ? toToolResult(project(resultValue(result))) : result;
  const shown = fit(selected, { budget, reader, hasOutputSchema, caller, handles: runtime.handles });
  return {
    ...shown,
    ...(changes.length === 0 || hasOutputSchema ? {} : { content: [...shown.content, ...changesNote(changes)] }),
    _meta: { ...shown._meta, [RECEIPT_KEY]: receipt },
  };
}

/** The arguments of a facade's read: one of handle, uri and skill, and which part of it. */
export interface ReadArguments extends ReadPart {
  readonly handle?: string;
  readonly uri?: string;
  readonly plugin?: string;
  readonly skill?: string;
  readonly file?: string;
}

/** The answer of read: a page of a kept result, of a resource, or of a skill. */
export async function answerRead(
  runtime: Runtime,
  reader: string,
  { handle, uri, plugin, skill, file, ...part }: ReadArguments,
  session: Session,
  io: CallIo,
): Promise<ToolResult> {
  const { caller } = session;
  if ([handle, uri, skill].filter((each) => each !== undefined).length !== 1) {
    const wanted = runtime.skills.isPresent ? "a handle, a uri or a skill" : "a handle or a uri";
    throw new ToolError("invalid_arguments", `read takes ${wanted}, and one of them only.`);
  }
  if (handle !== undefined) return readPart(runtime.handles.get(handle, caller), part);
  if (skill !== undefined) {
    return file === undefined
      ? answerLoad(runtime, reader, skill, session)
      : readFile(`skill://${skill}/${file}`, await runtime.skills.file(skill, file, caller), part);
  }
  const resource = uri as string;
  const outcome = await runtime.call({ target: { plugin: plugin ?? resourceOwner(runtime), resource } }, caller, io);
  if (outcome.status !== "done")
    throw new ToolError("unsupported", `The resource "${resource}" asks a question first.`);
  const { content } = outcome.result;
  const text = content.length === 1 && isObject(content[0]?.["resource"]) ? content[0]["resource"]["text"] : undefined;
  return typeof text === "string" ? readPart(text, part) : outcome.result;
}

/** The answer of load_skill: the instructions, and which files there are to read on in. */
export async function answerLoad(
  runtime: Runtime,
  reader: string,
  name: string,
  { caller }: Session,
): Promise<ToolResult> {
  const { body, files } = await runtime.skills.load(name, caller);
  if (files.length === 0) return textResult(body);
  const shown = inventory(files, FILES_LISTED);
  const note = `Files of this skill: ${shown}. Read one with ${reader} ${JSON.stringify({ skill: name, file: files[0] })}.`;
  return { content: [...textResult(body).content, ...textResult(note).content] };
}

/** A page of a text; of other bytes all of them, outside of the text. */
function readFile(uri: string, bytes: Uint8Array, part: ReadPart): ToolResult | Promise<ToolResult> {
  try {
    return readPart(new TextDecoder("utf-8", { fatal: true }).decode(bytes), part);
  } catch {
    const resource = { uri, mimeType: "application/octet-stream", blob: Buffer.from(bytes).toString("base64") };
    return { content: [{ type: "resource", resource }] };
  }
}

function resourceOwner({ plugins }: Runtime): string {
  const owners = plugins.filter(({ hasResources }) => hasResources).map(({ prefix }) => prefix);
  if (owners.length === 1) return owners[0] as string;
  const words =
    owners.length === 0 ? "No plugin here has resources." : `Several plugins have resources: ${owners.join(", ")}.`;
  throw new ToolError(owners.length === 0 ? "unknown_target" : "ambiguous_target", words, {
    ...(owners.length === 0 ? {} : { hint: "Name the one to read from as plugin." }),
  });
}

function changesNote(changes: readonly Change[]): readonly Content[] {
  const listed = changes.map(({ kind, path }) => `${kind} at ${path || "the root"}`).join(", ");
  return textResult(`The arguments were adjusted to the schema: ${listed}.`).content;
}

/** The answer of help. */
export function answerHelp(runtime: Runtime, { caller }: Session): ToolResult {
  return jsonResult(runtime.help(caller));
}

function emptyNote({ query, notes }: Discovery): string {
  const waiting = notes.length > 0 ? " Some plugins are not there yet; see notes." : "";
  return query === "" ? `No tools are here.${waiting}` : `Nothing matches "${query}". Ask in other words.${waiting}`;
}

function nextCall({ kind, plugin = "", name, ...hit }: Discovery["hits"][number], words: FacadeWords): JsonObject {
  if (kind === "instructions") return { tool: words.reader, arguments: { skill: name } };
  const call = kind === "tool" ? words.call(plugin, name) : words.runSkill(plugin, name);
  const confirms = "effect" in hit && hit.effect !== "read" ? { confirm: true } : {};
  return { tool: call.name, arguments: { ...call.arguments, arguments: {}, ...confirms } };
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

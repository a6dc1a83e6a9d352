import {
  type Change,
  type Content,
  isObject,
  resultValue,
  ToolError,
  type ToolResult,
  textResult,
  toToolResult,
} from "@agent-tools/contract";
import type { CallIo, Pending, Session } from "../exposure.js";
import type { CallRequest } from "../path/call.js";
import { RECEIPT_KEY } from "../receipt.js";
import { fit, type ResultBudget } from "../results/fit.js";
import { type ReadPart, readPart } from "../results/read.js";
import { selection } from "../results/select.js";
import type { Runtime } from "../runtime.js";
import { inventory } from "./inventory.js";

/** How many characters may name the files of a skill. */
const FILES_LISTED = 1_000;

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
  return textResult(JSON.stringify(runtime.help(caller)));
}

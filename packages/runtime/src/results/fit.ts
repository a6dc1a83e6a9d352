import {
  type Caller,
  type Content,
  isObject,
  type Json,
  resultValue,
  ToolError,
  type ToolResult,
} from "@agent-tools/contract";
import { head, tail } from "./cut.js";
import type { Handles } from "./handles.js";
import { shapeOf } from "./shape.js";

/** How much of a result one answer may hold. */
export interface ResultBudget {
  /** Bytes of text, in UTF-8. Default 50,000. */
  readonly bytes?: number;
  /** Default 2,000. */
  readonly lines?: number;
}

/** What fitting needs to know of the exposure that shows the result. */
export interface FitOptions {
  readonly budget: ResultBudget;
  readonly handles: Handles;
  readonly caller: Caller;
  /** The name of the tool that reads handles. */
  readonly reader: string;
  /** True where the client was told an output schema, and so refuses a result without its structured content. */
  readonly hasOutputSchema: boolean;
}

const DEFAULT_BYTES = 50_000;
const DEFAULT_LINES = 2_000;
/** How much of a result over its budget is shown, at its beginning and its end. */
const HEAD_BYTES = 6_000;
const TAIL_BYTES = 2_000;

/**
 * A result as a model is to see it: as it is where it is within the budget, else its beginning, its end, the shape of the
 * whole, and a handle that `read` pages and projects. Of an embedded resource its text counts, and a link stays. Images, audio
 * and other blocks that are no text are left as they are.
 */
export function fit(result: ToolResult, options: FitOptions): ToolResult {
  const { bytes: most = DEFAULT_BYTES, lines: mostLines = DEFAULT_LINES } = options.budget;
  const { structuredContent, content } = result;
  const texts = content.map(textIn).filter((text) => text !== undefined);
  const structured = structuredContent === undefined ? "" : JSON.stringify(structuredContent);
  const bytes = Buffer.byteLength(structured) + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= most && linesOf(texts) <= mostLines) return result;

  const text = texts.length > 0 ? texts.join("\n") : structured;
  const value: Json = structuredContent ?? (texts.length === 1 ? resultValue({ content: [textBlock(text)] }) : text);
  const handle = options.handles.keep(value, bytes, options.caller);
  const first = head(text, Math.min(HEAD_BYTES, most));
  const last = tail(text.slice(first.length), Math.min(TAIL_BYTES, most));
  const note = [
    `The whole result has ${bytes.toLocaleString("en-US")} bytes: ${shapeOf(value)}.`,
    `Read on with ${options.reader} { "handle": "${handle}", "select": "<JMESPath>", "offset": 0, "limit": 50 }.`,
  ].join(" ");
  const { structuredContent: _, ...rest } = result;
  const others = content.flatMap((block) => (textIn(block) === undefined ? [block] : linkTo(block)));
  const shown = { ...rest, content: [textBlock(`${first}\n…\n${last}`), textBlock(note), ...others] };
  if (!options.hasOutputSchema || result.isError === true) return shown;
  const error = new ToolError("result_too_large", "The result is larger than one answer may be.", {
    details: { handle },
  });
  return { ...shown, isError: true, _meta: { ...result._meta, "agent-tools/error": error.toJSON() } };
}

/** The text that a model would read in the block. */
function textIn({ type, text, resource }: Content): string | undefined {
  const found: unknown = type === "resource" && isObject(resource) ? resource["text"] : type === "text" && text;
  return typeof found === "string" ? found : undefined;
}

/** In the place of an embedded resource whose text is behind the handle. */
function linkTo({ resource }: Content): Content[] {
  if (!isObject(resource) || typeof resource["uri"] !== "string") return [];
  const { uri, mimeType } = resource;
  return [{ type: "resource_link", uri, name: uri, ...(typeof mimeType === "string" && { mimeType }) }];
}

function textBlock(text: string): Content {
  return { type: "text", text };
}

function linesOf(texts: readonly string[]): number {
  let lines = texts.length;
  for (const text of texts) for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

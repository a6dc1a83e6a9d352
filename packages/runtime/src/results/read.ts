import { type Json, type ToolResult, textResult } from "@agent-tools/contract";
import { head } from "./cut.js";
import { selection } from "./select.js";
import { shapeOf } from "./shape.js";

/** Which part of a value to read. Lists are paged by items, everything else by the characters of its text. */
export interface ReadPart {
  /** A JMESPath expression; it is applied first. */
  readonly select?: string;
  readonly offset?: number;
  readonly limit?: number;
}

const MOST_BYTES = 40_000;
const DEFAULT_ITEMS = 50;
const DEFAULT_CHARACTERS = 20_000;

/** One page of a value that fits into one answer, with where to read on. */
export async function readPart(value: Json, { select, offset = 0, limit }: ReadPart): Promise<ToolResult> {
  const selected = select === undefined ? value : (await selection(select))(value);
  const page = Array.isArray(selected)
    ? itemsOf(selected, offset, limit ?? DEFAULT_ITEMS)
    : textOf(typeof selected === "string" ? selected : JSON.stringify(selected), offset, limit ?? DEFAULT_CHARACTERS);
  const { body, unit, end, total } = page;
  const more = end < total ? `; read on with "offset": ${end}` : "";
  return {
    content: [...textResult(body).content, ...textResult(`${unit} ${offset} to ${end} of ${total}${more}.`).content],
  };
}

interface Page {
  readonly body: string;
  readonly unit: string;
  readonly end: number;
  readonly total: number;
}

function itemsOf(items: readonly Json[], offset: number, limit: number): Page {
  const shown: string[] = [];
  let bytes = 0;
  for (const item of items.slice(offset, offset + limit)) {
    const text = JSON.stringify(item);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes <= MOST_BYTES) {
      shown.push(text);
      continue;
    }
    // An item that fills a page by itself is told by its shape, so that reading always comes on.
    if (shown.length === 0) shown.push(JSON.stringify(`too large to show: ${shapeOf(item)}; select a part of it`));
    break;
  }
  return {
    body: `[${shown.join(",\n")}]`,
    unit: "Items",
    end: Math.min(offset + shown.length, items.length),
    total: items.length,
  };
}

function textOf(text: string, offset: number, limit: number): Page {
  const body = head(text.slice(offset, offset + limit), MOST_BYTES);
  return { body, unit: "Characters", end: Math.min(offset + body.length, text.length), total: text.length };
}

import type { Readable } from "node:stream";
import { isObject } from "@agent-tools/contract";

/** What a client says of itself when it connects. */
export interface Opening {
  readonly clientName?: string;
  /** What it can be asked in mid-call. */
  readonly asks: readonly ("elicitation" | "sampling" | "roots")[];
}

/** Where the newest revision of MCP has what the others have in `initialize`. */
const META = "io.modelcontextprotocol/";

/** Reads what a client says of itself in its first message, in either era of MCP. The message stays in the stream. */
export async function opening(input: Readable): Promise<Opening> {
  const { params } = objectIn(await firstLine(input)) as { params?: unknown };
  const { clientInfo, capabilities, _meta: meta } = isObject(params) ? params : {};
  const envelope = isObject(meta) ? meta : {};
  const { name } = objectOf(clientInfo ?? envelope[`${META}clientInfo`]);
  const declared = objectOf(capabilities ?? envelope[`${META}clientCapabilities`]);
  const asks = (["elicitation", "sampling", "roots"] as const).filter((ability) => isObject(declared[ability]));
  return { asks, ...(typeof name === "string" && { clientName: name }) };
}

/** In bytes: what is longer has no end of its line, and says nothing that is waited for. */
const LONGEST = 1024 * 1024;

/** The first line, or all there is where the input ends before or the line does not. */
function firstLine(input: Readable): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = () => {
      input.off("readable", read).off("end", finish).off("error", finish);
      const held = Buffer.concat(parts);
      if (held.length > 0 && !input.readableEnded) input.unshift(held);
      resolve(held.toString().split("\n", 1)[0] ?? "");
    };
    const read = () => {
      for (let part = input.read(); part !== null; part = input.read()) {
        parts.push(part);
        size += part.length;
        if (part.includes("\n") || size > LONGEST) return finish();
      }
    };
    input.on("readable", read).on("end", finish).on("error", finish);
  });
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

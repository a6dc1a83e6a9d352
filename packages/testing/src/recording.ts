import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Effect, type ErrorCode, isObject, type Json, type Tool, ToolError } from "@agent-tools/contract";
import { canonicalJson } from "@agent-tools/schema";

/** What an adapter really answered, as JSON. */
export interface Recording {
  readonly version: 1;
  /** The list as it was last answered; absent where nobody asked for it. */
  readonly tools?: readonly Tool[];
  /** What the adapter's code said of its tools' effects. */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** By tool and arguments; several answers to the same call are in the order in which they came. */
  readonly calls: readonly RecordedCall[];
}

/** One call and how it ended: `error` where it threw, else `result`, which is absent where nothing was answered. */
export interface RecordedCall {
  readonly tool: string;
  readonly arguments: Json;
  readonly result?: Json;
  readonly error?: RecordedError;
}

/** What was thrown. It has a code where it was a ToolError. */
export interface RecordedError {
  readonly message: string;
  readonly code?: ErrorCode;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
}

/** The same text for the same call, however the properties of its arguments are ordered. */
export function callKey(tool: string, args: unknown): string {
  return canonicalJson([tool, args ?? {}]);
}

/** Reads a recording. Throws `invalid_configuration` where the file is missing or holds none. */
export function readRecording(file: string): Recording {
  let recording: unknown;
  try {
    recording = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const words = isMissing
      ? `There is no recording at ${file}.`
      : `The recording ${file} cannot be read: ${(cause as Error).message}`;
    throw new ToolError("invalid_configuration", words, { hint: howToRecord(file), cause });
  }
  if (isObject(recording) && recording["version"] === 1 && Array.isArray(recording["calls"])) {
    return recording as unknown as Recording;
  }
  throw new ToolError("invalid_configuration", `${file} is no recording of version 1.`, { hint: howToRecord(file) });
}

/** Writes a recording, whole or not at all. */
export function writeRecording(file: string, recording: Recording): void {
  const calls = [...recording.calls].sort((a, b) => {
    const [left, right] = [callKey(a.tool, a.arguments), callKey(b.tool, b.arguments)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  writeFileSync(`${file}.part`, `${JSON.stringify({ ...recording, calls }, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}

/** What to do where a recording does not have what is asked of it. */
export function howToRecord(file = "FILE"): string {
  return `Record it again: run the same calls once on recordAdapter(theRealAdapter, ${JSON.stringify(file)}).`;
}

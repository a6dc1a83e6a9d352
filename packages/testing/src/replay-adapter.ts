import { type Adapter, ToolError } from "@agent-tools/contract";
import {
  callKey,
  howToRecord,
  type RecordedCall,
  type RecordedError,
  type Recording,
  readRecording,
} from "./recording.js";

/**
 * An adapter that answers as a recording did, by tool and arguments. A call that was recorded with several answers gets
 * them in their order, then the last one again. What was not recorded is `invalid_configuration`, and says how to record
 * it. Throws where a file is missing or holds no recording.
 */
export function replayAdapter(recording: string | Recording): Adapter {
  const file = typeof recording === "string" ? recording : undefined;
  const { tools, effects = {}, calls } = typeof recording === "string" ? readRecording(recording) : recording;
  const waiting = new Map<string, RecordedCall[]>();
  for (const call of calls) {
    const key = callKey(call.tool, call.arguments);
    waiting.set(key, [...(waiting.get(key) ?? []), call]);
  }
  const missing = (words: string): ToolError =>
    new ToolError("invalid_configuration", words, { hint: howToRecord(file) });

  return {
    async listTools() {
      if (!tools) throw missing("The recording has no list of tools.");
      return { tools: structuredClone(tools) };
    },
    effect: (name) => (Object.hasOwn(effects, name) ? effects[name] : undefined),
    async call(name, args) {
      const answers = waiting.get(callKey(name, args));
      if (!answers) {
        const others = new Set(calls.filter(({ tool }) => tool === name).map((call) => JSON.stringify(call.arguments)));
        const known =
          others.size > 0
            ? `It has that tool with ${[...others].slice(0, 3).join(", ")}.`
            : "It has no call of that tool.";
        throw missing(`The recording has no call of "${name}" with ${JSON.stringify(args ?? {})}. ${known}`);
      }
      const { result, error } = (answers.length > 1 ? answers.shift() : answers[0]) as RecordedCall;
      if (error) throw asThrown(error);
      return structuredClone(result);
    },
  };
}

function asThrown({ code, message, ...options }: RecordedError): Error {
  return code === undefined ? new Error(message) : new ToolError(code, message, options);
}

import { isDeepStrictEqual } from "node:util";
import { type Adapter, type Effect, type Json, type ReadContext, type Tool, ToolError } from "@agent-tools/contract";
import { secretScrubber } from "@agent-tools/runtime";
import { callKey, type RecordedCall, type RecordedError, type Recording, writeRecording } from "./recording.js";

/** What a recording must not hold, beside the secrets that the adapter asks its context for. */
export interface RecordAdapterOptions {
  /** Secrets by name that reach the adapter another way, for example through its options or the environment. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/**
 * The adapter itself, whose lists and calls are recorded: into a JSON file, or by a function that gets the recording
 * whenever it has grown. Secrets are taken out, raw and encoded. Only `listTools`, `effect` and `call` are recorded.
 */
export function recordAdapter<A extends Adapter>(
  adapter: A,
  sink: string | ((recording: Recording) => void),
  options: RecordAdapterOptions = {},
): A {
  const scrubber = secretScrubber();
  Object.values(options.secrets ?? {}).forEach(scrubber.add);
  const calls: RecordedCall[] = [];
  const latest = new Map<string, RecordedCall>();
  let tools: readonly Tool[] | undefined;

  const save = (): void => {
    const effects: Record<string, Effect> = {};
    for (const { name } of tools ?? []) {
      const effect = adapter.effect?.(name);
      if (effect !== undefined) effects[name] = effect;
    }
    const recording: Recording = scrubber.value({
      version: 1,
      ...(tools && { tools }),
      ...(adapter.effect && { effects }),
      calls: [...calls],
    });
    if (typeof sink === "string") writeRecording(sink, recording);
    else sink(recording);
  };

  const overheard = <C extends ReadContext>(context: C): C => ({
    ...context,
    secrets: {
      async get(name) {
        const value = await context.secrets.get(name);
        scrubber.add(value);
        return value;
      },
    },
  });

  const keep = (call: RecordedCall): void => {
    const key = callKey(call.tool, call.arguments);
    const before = latest.get(key);
    if (before && isDeepStrictEqual(before, call)) return;
    latest.set(key, call);
    calls.push(call);
    save();
  };

  const recorded: Pick<Adapter, "listTools" | "call"> = {
    async listTools(context) {
      const answer = await adapter.listTools(overheard(context));
      tools = asJson(answer.tools);
      save();
      return answer;
    },
    async call(name, args, context) {
      const call = { tool: name, arguments: asJson((args ?? {}) as Json) };
      try {
        const result = await adapter.call(name, args, overheard(context));
        keep({ ...call, ...(result === undefined ? {} : { result: asJson(result as Json) }) });
        return result;
      } catch (error) {
        keep({ ...call, error: recordedError(error) });
        throw error;
      }
    },
  };

  return new Proxy(adapter, {
    get(target, key) {
      if (key === "listTools" || key === "call") return recorded[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function recordedError(error: unknown): RecordedError {
  if (!ToolError.is(error)) return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, hint, retryable, retryAfterMs } = error;
  return { code, message, hint, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

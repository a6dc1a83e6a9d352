import type { AdapterHost } from "./adapter.js";
import { type Caller, localCaller } from "./caller.js";
import type { Answers, Ask, CallContext, Log } from "./context.js";
import type { JsonObject } from "./json.js";
import { memoryStore } from "./memory-store.js";
import { ToolError } from "./tool-error.js";

/** What an adapter used alone may be given in a runtime's place. */
export interface StandaloneContextOptions {
  readonly caller?: Caller;
  /** Secrets by name. Any other name throws `missing_secret`. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Milliseconds until the deadline. Default 60,000. */
  readonly timeoutMs?: number;
  readonly meta?: JsonObject;
  readonly progress?: CallContext["progress"];
  readonly log?: Log;
  /** Answers what the adapter asks in mid-call. Without it such a question is `unsupported`. */
  readonly ask?: (requests: Readonly<Record<string, Ask>>) => Promise<Answers>;
  readonly dispatched?: () => void;
}

/**
 * A host for an adapter without a runtime: state in memory, warnings and errors on stderr, and no network shield, since
 * nothing governs an adapter that is used alone.
 */
export function standaloneHost(overrides: Partial<AdapterHost> = {}): AdapterHost {
  return { store: memoryStore(), network: { check() {} }, log: logToStderr, toolsChanged() {}, ...overrides };
}

/** A context for calling an adapter without a runtime. */
export function standaloneContext(options: StandaloneContextOptions = {}): CallContext {
  const { secrets = {}, timeoutMs = 60_000 } = options;
  const callId = crypto.randomUUID();
  const timeout = AbortSignal.timeout(timeoutMs);
  return {
    caller: options.caller ?? localCaller(),
    callId,
    idempotencyKey: callId,
    deadline: Date.now() + timeoutMs,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    meta: options.meta ?? {},
    secrets: {
      async get(name) {
        const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
        if (value === undefined) {
          throw new ToolError("missing_secret", `The secret "${name}" is not set.`, {
            hint: "Give it in standaloneContext({ secrets }).",
          });
        }
        return value;
      },
    },
    dispatched: options.dispatched ?? (() => {}),
    progress: options.progress ?? (() => {}),
    log: options.log ?? logToStderr,
    ask:
      options.ask ??
      (async () => {
        throw new ToolError("unsupported", "The tool asks a question, and nobody can answer it here.");
      }),
  };
}

const quiet = new Set(["debug", "info", "notice"]);

const logToStderr: Log = (level, data) => {
  if (!quiet.has(level))
    console.error(`[agent-tools] ${level}: ${typeof data === "string" ? data : JSON.stringify(data)}`);
};

import type { Caller } from "./caller.js";
import type { Json, JsonObject } from "./json.js";
import type { Tool } from "./tool.js";

/** The secrets that this plugin declared, resolved at the moment of use and for this caller only. */
export interface Secrets {
  /** The secret's value. Throws `missing_secret` where it is not set or was not declared. */
  get(name: string): Promise<string>;
  /**
   * Has a value that a secret led to, such as the token of a login, scrubbed from now on as the secrets are. Absent where
   * nothing is scrubbed.
   */
  conceal?(value: string): void;
  /**
   * The text as results are scrubbed. Whoever cuts a text scrubs it first, since half a secret is not known again; where the
   * text was cut before, `cutAt` says at which side, and the part of a secret that is left there is taken out as well. Absent
   * where nothing is scrubbed.
   */
  scrub?(text: string, cutAt?: "start" | "end"): string;
}

/** The levels of a log message, the mildest first (RFC 5424, as MCP uses them). */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** Takes one log message; `logger` names the part of a program that wrote it. */
export type Log = (level: LogLevel, data: Json, logger?: string) => void;

/** What an adapter is given when it is asked to list, search or describe. */
export interface ReadContext {
  readonly caller: Caller;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  readonly secrets: Secrets;
}

/** One question to whoever sits at the client: a method of the protocol (`elicitation/create`, …) and its parameters. */
export interface Ask {
  readonly method: string;
  readonly params?: JsonObject;
}

/** The answers, each under the key of its question, in the form that the method's result has. */
export type Answers = Readonly<Record<string, JsonObject>>;

/** What an adapter or skill is given for one call. */
export interface CallContext extends ReadContext {
  readonly callId: string;
  /** When the call must be done, in milliseconds since the epoch; a question puts it off. `signal` is aborted then. */
  readonly deadline: number;
  /** The same for a repeat of the same call; hand it to a backend that honours such keys. */
  readonly idempotencyKey: string;
  /** The tool as it was listed when this call was decided about. Absent for whatever is no tool, and without a runtime. */
  readonly definition?: Tool;
  /** The client's `_meta`, without what the runtime itself used. */
  readonly meta: JsonObject;
  /** What the client can be asked in mid-call (MCP `ClientCapabilities`). Absent where that is not known. */
  readonly clientCapabilities?: JsonObject;
  /** The lowest level of log messages that the client wants. Absent where it did not say, or wants none. */
  readonly logLevel?: LogLevel;
  /** Say it once the request has left: from here on a lost reply is `unknown_outcome`, not a failure. */
  dispatched(): void;
  progress(done: number, total?: number, message?: string): void;
  readonly log: Log;
  /** Suspends this call until the questions are answered. Code is never run again. Throws `unsupported` where nobody can answer. */
  ask(requests: Readonly<Record<string, Ask>>): Promise<Answers>;
}

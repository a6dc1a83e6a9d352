import { type ErrorCode, errorCodes } from "./error-codes.js";
import type { JsonObject } from "./json.js";

/** Marks the error across copies of this package. */
const brand = Symbol.for("@agent-tools/ToolError");

/** What a ToolError carries beside its code and message. */
export interface ToolErrorOptions {
  /** What to do next; the table's advice for the code when absent. */
  readonly hint?: string;
  /** Overrides the table where the thrower knows better. */
  readonly retryable?: boolean;
  /** Milliseconds after which a repeat makes sense. */
  readonly retryAfterMs?: number;
  /** Facts for programs: candidates, ids, paths. Never a secret, never the arguments. */
  readonly details?: JsonObject;
  readonly cause?: unknown;
}

/**
 * The one error of the project. Its message says what happened and with which value, its hint what to do next; neither
 * ever holds a secret.
 */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly details: JsonObject | undefined;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    Object.defineProperty(this, brand, { value: true });
    this.name = "ToolError";
    this.code = code;
    this.hint = options.hint ?? errorCodes[code].next;
    this.retryable = options.retryable ?? errorCodes[code].retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
  }

  /** True for a ToolError of any copy of this package. */
  static is(value: unknown): value is ToolError {
    return value instanceof Error && brand in value;
  }

  /** The value itself where it is a ToolError, else one of the given code around it, with its own words kept. */
  static from(value: unknown, code: ErrorCode = "internal"): ToolError {
    if (ToolError.is(value)) return value;
    const words = value instanceof Error ? value.message || value.name : String(value);
    return new ToolError(code, words, { cause: value });
  }

  /** What leaves the process: no stack, no cause. */
  toJSON(): JsonObject {
    return {
      code: this.code,
      message: this.message,
      hint: this.hint,
      retryable: this.retryable,
      ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

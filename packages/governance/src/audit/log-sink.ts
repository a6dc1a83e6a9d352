import type { AuditEvent } from "./audit-event.js";
import type { AuditSink } from "./audit-sink.js";

/** What a structured logger looks like, as far as the audit needs one. A `pino` logger is one. */
export interface StructuredLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const alarming: ReadonlySet<AuditEvent["event"]> = new Set(["tool_denied", "tool_failed", "tool_unknown"]);

/** Writes each event as the field `audit` of one log line: denials and failures as warnings. */
export function logSink(logger: StructuredLogger): AuditSink {
  return {
    name: "log",
    write(event) {
      const level = alarming.has(event.event) ? "warn" : "info";
      logger[level]({ audit: event }, `${event.event} ${event.plugin}:${event.name}`);
    },
  };
}

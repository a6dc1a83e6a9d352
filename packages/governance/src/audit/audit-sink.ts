import type { Awaitable } from "@agent-tools/contract";
import type { AuditEvent } from "./audit-event.js";

/** Where audit events go. A plain object with a `write` is one. */
export interface AuditSink {
  /** Names it in reports of trouble. */
  readonly name: string;
  /** Resolves when the event is kept. What it throws is tried again, and never harms a call unless the sink is required. */
  write(event: AuditEvent): Awaitable<void>;
  close?(): Awaitable<void>;
}

/** Trouble with a sink. */
export interface AuditProblem {
  readonly sink: string;
  readonly message: string;
  /** How many events this sink has lost so far. */
  readonly lost: number;
}

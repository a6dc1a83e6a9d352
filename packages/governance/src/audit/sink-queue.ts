import type { AuditEvent } from "./audit-event.js";
import type { AuditProblem, AuditSink } from "./audit-sink.js";

/** Events on their way to one sink, in order, so that nobody has to wait for it. */
export interface SinkQueue {
  push(event: AuditEvent): void;
  /** Resolves when everything that was pushed is written or lost. */
  flush(): Promise<void>;
  /** Gives up what waits, and reports it as lost. */
  abandon(message: string): void;
}

/** An event that cannot be written is tried so often, with pauses that double. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 50;

/** A queue of at most `most` events; beyond that the oldest is lost, which is counted and reported. */
export function sinkQueue(sink: AuditSink, most: number, report: (problem: AuditProblem) => void): SinkQueue {
  const waiting: AuditEvent[] = [];
  let lost = 0;
  let draining: Promise<void> | undefined;

  const lose = (message: string) => {
    lost += 1;
    try {
      report({ sink: sink.name, message, lost });
    } catch {
      // Whoever is told must not stop the events that follow, nor the call that this one is about.
    }
  };
  const write = async (event: AuditEvent): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sink.write(event);
      } catch (error) {
        if (attempt >= ATTEMPTS) return lose(error instanceof Error ? error.message : String(error));
        await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  };
  const drain = async () => {
    for (let event = waiting.shift(); event; event = waiting.shift()) await write(event);
    draining = undefined;
  };

  return {
    push(event) {
      if (waiting.length >= most) {
        waiting.shift();
        lose(`More than ${most} events wait for it, and the oldest was dropped.`);
      }
      waiting.push(event);
      draining ??= Promise.resolve().then(drain);
    },
    async flush() {
      await draining;
    },
    abandon(message) {
      for (const _ of waiting.splice(0)) lose(message);
    },
  };
}

/** It keeps the process alive, or what waits would be lost without a word where nothing else does. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

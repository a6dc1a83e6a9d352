import { type CallEvent, type Observer, ToolError } from "@agent-tools/contract";
import { type AuditEvent, auditEvent } from "./audit-event.js";
import type { AuditProblem, AuditSink } from "./audit-sink.js";
import { type SinkQueue, sinkQueue } from "./sink-queue.js";

/** Which events are asked for. Every field that is given has to be equal. */
export type AuditQuery = Partial<
  Pick<AuditEvent, "workspace" | "agent" | "caller" | "channel" | "plugin" | "name" | "event" | "callId">
>;

/** How an audit is made. */
export interface AuditOptions {
  /** No call waits for these, and none fails by them. */
  readonly sinks?: readonly AuditSink[];
  /**
   * Each of these has a record of a call before the call is executed, or the call is refused; and the record is completed
   * before the call is answered. What a crash leaves behind has the outcome `unknown`.
   */
  readonly required?: readonly AuditSink[];
  /** True: events of calls hold their arguments, without the secrets that were handed out. Default `false`. */
  readonly recordsArguments?: boolean;
  /** How many events `recent` remembers. Default 1,000. */
  readonly remembered?: number;
  /** The most events that wait for one sink. Default 10,000. */
  readonly waiting?: number;
  /** How long a required sink may take, in milliseconds. Default 5,000. */
  readonly requiredMs?: number;
  /** How long `close` waits for what is not written yet, in milliseconds; the rest is lost. Default 10,000. */
  readonly closeMs?: number;
  /** Told of trouble with a sink. Default: a process warning. */
  readonly onProblem?: (problem: AuditProblem) => void;
}

/** An observer for `createRuntime` that makes one audit event of each call. */
export interface Audit extends Observer {
  /** The newest events first. */
  recent(query?: AuditQuery, limit?: number): readonly AuditEvent[];
  flush(): Promise<void>;
  /** Writes what waits, as long as that takes no more than `closeMs`, then closes the sinks. */
  close(): Promise<void>;
}

/** An audit over the sinks. */
export function audit(options: AuditOptions = {}): Audit {
  const { sinks = [], required = [], remembered = 1_000, waiting = 10_000, requiredMs = 5_000 } = options;
  const { closeMs = 10_000 } = options;
  const report = options.onProblem ?? warn;
  const queues = new Map<AuditSink, SinkQueue>();
  for (const sink of [...sinks, ...required]) queues.set(sink, sinkQueue(sink, waiting, report));
  const ring: AuditEvent[] = [];

  const remember = (event: AuditEvent) => {
    ring.push(event);
    // Cut in large pieces, since each cut moves everything.
    if (ring.length >= 2 * remembered) ring.splice(0, ring.length - remembered);
  };
  const flush = async () => {
    await Promise.all([...queues.values()].map((queue) => queue.flush()));
  };
  const complete = async (event: AuditEvent) => {
    await Promise.all(
      required.map(async (sink) => {
        try {
          await inTime(sink, event, requiredMs);
        } catch {
          // The call has run. Its record goes the way of all others, and until then says that the outcome is unknown.
          queues.get(sink)?.push(event);
        }
      }),
    );
  };

  return {
    wantsArguments: options.recordsArguments === true,
    ...(required.length > 0 && {
      async started(call: CallEvent) {
        const event = auditEvent(call, true);
        await Promise.all(required.map((sink) => keep(sink, event, requiredMs)));
      },
    }),
    record(call) {
      const event = auditEvent(call);
      remember(event);
      for (const sink of sinks) queues.get(sink)?.push(event);
      return complete(event);
    },
    recent(query = {}, limit = 50) {
      const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
      const kept = ring.slice(-remembered).reverse();
      return kept
        .filter((event) => wanted.every(([key, value]) => event[key as keyof AuditQuery] === value))
        .slice(0, limit);
    },
    flush,
    async close() {
      await within(flush(), closeMs).catch(() => {
        for (const queue of queues.values()) queue.abandon(`It was not written within ${closeMs} ms of closing.`);
      });
      await Promise.all([...queues.keys()].map(async (sink) => within(Promise.resolve(sink.close?.()), closeMs)));
    },
  };
}

async function keep(sink: AuditSink, event: AuditEvent, milliseconds: number): Promise<void> {
  try {
    await inTime(sink, event, milliseconds);
  } catch (error) {
    throw new ToolError("upstream_unavailable", `The call was not run: the audit "${sink.name}" cannot record it.`, {
      hint: "Tell the operator. Calls are refused until they can be recorded.",
      cause: error,
    });
  }
}

async function inTime(sink: AuditSink, event: AuditEvent, milliseconds: number): Promise<void> {
  await within(Promise.resolve(sink.write(event)), milliseconds);
}

async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${milliseconds} ms.`)), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function warn({ sink, message, lost }: AuditProblem): void {
  process.emitWarning(`The audit sink "${sink}" has lost ${lost} events: ${message}`, { type: "AuditWarning" });
}

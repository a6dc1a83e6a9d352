import type { Json, Store } from "@agent-tools/contract";
import type { AuditEvent } from "./audit-event.js";
import type { AuditSink } from "./audit-sink.js";

const ROOT = "audit";
const MONTH_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Keeps each event in a Store, one entry a call, for `keepMs` milliseconds (30 days by default). Where the audit requires
 * this sink, the entry is there before the call is executed and is replaced by its end: what a crash leaves is `unknown`.
 */
export function storeSink(store: Store, { keepMs = MONTH_MS }: { readonly keepMs?: number } = {}): AuditSink {
  return {
    name: "store",
    async write(event) {
      const key = [ROOT, event.workspace, event.agent, event.at, event.callId];
      await store.set(key, event as unknown as Json, { expiresInMs: keepMs });
    },
  };
}

/** Which events of a Store are read. */
export interface StoredAuditQuery {
  readonly workspace: string;
  readonly agent: string;
  /** The first moment, in ISO 8601 as events have it. */
  readonly since?: string;
  /** Default 1,000. */
  readonly limit?: number;
}

/** The events of one agent that a Store keeps, the oldest first. */
export async function storedAudit(store: Store, query: StoredAuditQuery): Promise<readonly AuditEvent[]> {
  const { workspace, agent, since, limit = 1_000 } = query;
  const prefix = [ROOT, workspace, agent];
  const entries = await store.list(prefix, { limit, ...(since !== undefined && { after: [...prefix, since] }) });
  return entries.map(({ value }) => value as unknown as AuditEvent);
}

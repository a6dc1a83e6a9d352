import { createHash, randomUUID } from "node:crypto";
import { type Json, type Store, type StoreKey, ToolError, targetName } from "@agent-tools/contract";
import type { CallTarget, Ledger, LedgerCall, LedgerEnd, LedgerRecord } from "@agent-tools/runtime";
import { canonicalJson } from "@agent-tools/schema";

/** Where the ledger is, and how long it remembers. */
export interface StoreLedgerOptions {
  readonly store: Store;
  /** How long a call is remembered after it began, in milliseconds. Default 24 hours. */
  readonly keepMs?: number;
  /**
   * For how many milliseconds a process speaks for its calls in flight without having said that it lives. One that was killed
   * has unknown outcomes from then on. Default 15,000.
   */
  readonly leaseMs?: number;
  /** A result that takes more characters as JSON is not kept: a repeat learns that the call was done. Default 4,000,000. */
  readonly mostCharacters?: number;
}

/** One call as the ledger knows it, for operators. */
export interface LedgerEntry {
  readonly workspace: string;
  readonly agent: string;
  readonly caller: string;
  readonly key: string;
  readonly callId: string;
  readonly target: CallTarget;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly state: LedgerRecord["state"];
}

/** A ledger in a store, which may be shared by several processes. */
export interface StoreLedger extends Ledger {
  /** What is recorded, of one caller or of all. A call in flight whose process is gone is `unknown`. */
  entries(caller?: Pick<LedgerCall, "workspace" | "agent" | "caller">): Promise<readonly LedgerEntry[]>;
  /** Stops saying that this process lives. Calls that are still in flight become unknown. */
  close(): Promise<void>;
}

interface Kept extends LedgerEntry {
  readonly digest: string;
  readonly owner: string;
  readonly end: LedgerEnd | null;
}

const CALL = ["ledger", "call"];
const OWNER = ["ledger", "owner"];

/**
 * Records calls in the store: in flight before they are sent, complete or unknown after, for as long as they are kept. What
 * it is given is scrubbed already; results are kept only for calls with a key of the caller's.
 */
export function storeLedger(options: StoreLedgerOptions): StoreLedger {
  const { store, keepMs = 24 * 3_600_000, leaseMs = 15_000, mostCharacters = 4_000_000 } = options;
  const owner = randomUUID();
  let lease: { readonly renewal: NodeJS.Timeout; readonly begun: Promise<unknown> } | undefined;

  const renew = () => store.set([...OWNER, owner], Date.now(), { expiresInMs: leaseMs });
  /** This process lives: said before its first call, and again and again. */
  const live = async (): Promise<void> => {
    lease ??= { begun: renew(), renewal: setInterval(() => void renew().catch(() => {}), leaseMs / 3).unref() };
    try {
      await lease.begun;
    } catch (error) {
      clearInterval(lease?.renewal);
      lease = undefined;
      throw error;
    }
  };
  const isAlive = async (kept: Kept) => (await store.get([...OWNER, kept.owner])) !== undefined;
  const stateOf = async (kept: Kept): Promise<LedgerRecord["state"]> =>
    kept.end?.state ?? ((await isAlive(kept)) ? "in_flight" : "unknown");

  return {
    async find(call) {
      const entry = await store.get(keyOf(call));
      if (!entry) return undefined;
      const kept = entry.value as unknown as Kept;
      if (kept.digest !== digestOf(call)) throw otherCall(call);
      const state = await stateOf(kept);
      return { callId: kept.callId, ...(kept.end ?? { state: state as "in_flight" | "unknown" }) };
    },
    async begin(call) {
      await live();
      const { workspace, agent, caller, key, callId, target } = call;
      const identity = { workspace, agent, caller, key, callId, target };
      const kept: Kept = { ...identity, at: Date.now(), state: "in_flight", digest: digestOf(call), owner, end: null };
      const write = { ifVersion: null, expiresInMs: keepMs };
      return (await store.set(keyOf(call), kept as unknown as Json, write)) !== undefined;
    },
    async end(call, end) {
      const entry = await store.get(keyOf(call));
      const kept = entry?.value as unknown as Kept | undefined;
      if (!entry || kept?.callId !== call.callId) return;
      const left = Math.max(1, kept.at + keepMs - Date.now());
      const ended = { ...kept, state: end.state, end: call.isKeyed ? within(end, mostCharacters) : bare(end) };
      await store.set(entry.key, ended as unknown as Json, { ifVersion: entry.version, expiresInMs: left });
    },
    async forget(call) {
      const entry = await store.get(keyOf(call));
      if ((entry?.value as unknown as Kept | undefined)?.callId === call.callId)
        await store.delete(keyOf(call), entry?.version);
    },
    async entries(caller) {
      const prefix = caller ? [...CALL, caller.workspace, caller.agent, caller.caller] : CALL;
      const all = (await store.list(prefix)).map(({ value }) => value as unknown as Kept);
      return Promise.all(
        all.map(async (kept) => {
          const { digest: _, owner: __, end: ___, ...entry } = kept;
          return { ...entry, state: await stateOf(kept) };
        }),
      );
    },
    async close() {
      clearInterval(lease?.renewal);
      await store.delete([...OWNER, owner]);
    },
  };
}

function keyOf({ workspace, agent, caller, key }: LedgerCall): StoreKey {
  return [...CALL, workspace, agent, caller, key];
}

/** What exactly the call does. */
function digestOf({ target, argumentsDigest }: LedgerCall): string {
  return createHash("sha256").update(canonicalJson({ target, argumentsDigest })).digest("base64url");
}

function otherCall({ target }: LedgerCall): ToolError {
  const { kind, name } = targetName(target);
  const words = `The idempotency key of this call of ${kind} "${name}" was used for another call: its target or arguments differ.`;
  return new ToolError("invalid_arguments", words, {
    hint: "Use a new key for a new call, and the same key only for the identical one.",
  });
}

/** The end where it is small enough to keep, else that it was. */
function within(end: LedgerEnd, mostCharacters: number): LedgerEnd {
  if (end.state !== "done" || JSON.stringify(end.result).length <= mostCharacters) return end;
  const error = new ToolError("result_too_large", "The call was done, and its result was too large to be kept.", {
    hint: "It was not run again. Read what it has changed with a reading tool.",
  });
  return { state: "failed", error: error.toJSON() };
}

/** The end of a call whose result nobody can ask for. */
function bare(end: LedgerEnd): LedgerEnd {
  return end.state === "done" ? { state: "done", result: { content: [] } } : end;
}

import type { JsonObject, ToolResult } from "@agent-tools/contract";
import type { CallTarget } from "./path/call.js";

/** What the ledger knows a call by: whose it is, its key, and what exactly it does. */
export interface LedgerCall {
  readonly workspace: string;
  readonly agent: string;
  readonly caller: string;
  /** The caller's idempotency key; the call's own id where there is none. */
  readonly key: string;
  /** True where the key is the caller's, so that a repeat may ask for the outcome. */
  readonly isKeyed: boolean;
  readonly callId: string;
  readonly target: CallTarget;
  readonly argumentsDigest: string;
}

/** How a call ended. `unknown`: it was sent, and its answer was lost. */
export type LedgerEnd =
  | { readonly state: "done"; readonly result: ToolResult }
  | { readonly state: "failed"; readonly error: JsonObject }
  | { readonly state: "unknown" };

/** What is recorded under a key. `callId` is the call that ran. */
export type LedgerRecord = { readonly callId: string } & (LedgerEnd | { readonly state: "in_flight" });

/**
 * Where calls are written down before they are sent, and completed after: those with an idempotency key, and whatever may
 * change something. What it is given is scrubbed.
 */
export interface Ledger {
  /** What is recorded under the call's key. Throws `invalid_arguments` where the key belongs to another call. */
  find(call: LedgerCall): Promise<LedgerRecord | undefined>;
  /** Records the call as in flight before it is sent; false where the key is taken. */
  begin(call: LedgerCall): Promise<boolean>;
  /** Records how the call ended. */
  end(call: LedgerCall, end: LedgerEnd): Promise<void>;
  /** Takes the record back: the call had no effect, and its key is free again. */
  forget(call: LedgerCall): Promise<void>;
}

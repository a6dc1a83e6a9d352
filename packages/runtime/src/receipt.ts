import type { ToolResult } from "@agent-tools/contract";
import { digestOf } from "./digest.js";
import type { KeyRing } from "./key-ring.js";
import type { CallTarget } from "./path/call.js";

/** What a receipt says: this call of this target, by this caller, gave exactly this result. */
export interface ReceiptClaims {
  readonly callId: string;
  readonly workspace: string;
  readonly agent: string;
  readonly caller: string;
  readonly target: CallTarget;
  readonly definitionDigest: string;
  /** SHA-256 of the scrubbed result as canonical JSON (RFC 8785), in base64url. */
  readonly resultDigest: string;
}

/** The one `_meta` key that receipts travel in. */
export const RECEIPT_KEY = "agent-tools/receipt";

/** A receipt: the claims and an HMAC-SHA-256 over them. */
export function makeReceipt(keys: KeyRing, claims: Omit<ReceiptClaims, "resultDigest">, result: ToolResult): string {
  return keys.seal("receipt", { ...claims, resultDigest: digestOf(result) });
}

/** What the receipt says, where it was made with one of the ring's keys and, if a result is given, for that result. */
export function openReceipt(keys: KeyRing, receipt: string, result?: ToolResult): ReceiptClaims | undefined {
  const claims = keys.open("receipt", receipt) as ReceiptClaims | undefined;
  if (!claims || (result !== undefined && digestOf(withoutReceipt(result)) !== claims.resultDigest)) return undefined;
  return claims;
}

/** The result as it was before its receipt was put into `_meta`. */
function withoutReceipt(result: ToolResult): ToolResult {
  if (result._meta?.[RECEIPT_KEY] === undefined) return result;
  const { [RECEIPT_KEY]: _, ...kept } = result._meta;
  const { _meta, ...rest } = result;
  return Object.keys(kept).length === 0 ? rest : { ...rest, _meta: kept };
}

import type { JsonObject } from "@agent-tools/contract";
import type { Channel } from "./channel.js";
import type { ClientSide } from "./envelope.js";
import type { Agreement, Era } from "./handshake.js";
import type { Peer, RequestOptions } from "./peer.js";

/** How long a connection is kept, in milliseconds. */
export interface Limits {
  /** Until a start that does not succeed is given up. */
  readonly startTimeoutMs: number;
  /** Without a request or subscription; infinite: for ever. */
  readonly idleMs: number;
  /** From the moment it is up; requests that run then are finished first. */
  readonly lifetimeMs: number;
}

/** What a connection is given. */
export interface ConnectionOptions {
  readonly name: string;
  readonly era: Era;
  readonly client: ClientSide;
  readonly limits: Limits;
  /** A fresh channel, which is not open yet. */
  channel(): Channel;
  /** The verdict of an earlier negotiation, where one is known. */
  knownEra(): Promise<Era | undefined>;
  /** A link came up. */
  opened(link: Link): void;
  /** A link went out of use. */
  ended(link: Link): void;
  notified(method: string, params: JsonObject): void;
  /** What this side itself answers to a request of the server. */
  answer(method: string): JsonObject | undefined;
}

/** One live link: a peer that has agreed with the upstream. */
export interface Link {
  readonly peer: Peer;
  readonly agreement: Agreement;
}

/** One request over a connection. */
export interface ConnectionRequest extends RequestOptions {
  readonly method: string;
  readonly params: JsonObject;
  /** True where a repeat does no harm. Then a lost reply is asked for once more. */
  readonly isRepeatable?: boolean;
  /** Headers that depend on what was agreed. */
  headersFor?(link: Link): Readonly<Record<string, string>> | undefined;
}

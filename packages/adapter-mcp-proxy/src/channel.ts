import type { RpcId, RpcMessage } from "./json-rpc.js";

/** How one message is sent. */
export interface SendOptions {
  /** Headers of this message only; a channel without headers ignores them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when the message is about to leave: from then on it may have been received. */
  readonly onSent?: () => void;
}

/** What a channel reports. */
export interface ChannelEvents {
  /** A message came in; `request` names the request on whose own stream it came, where the channel can tell. */
  receive(message: RpcMessage, request?: RpcId): void;
  /** The stream of one request ended without its reply. */
  lost(request: RpcId, cause: unknown): void;
  /** The channel has ended and carries nothing any more. */
  closed(cause: unknown): void;
}

/** A way to one upstream that carries JSON-RPC messages. Used once: opened, closed, thrown away. */
export interface Channel {
  /** `stream`: everything arrives on one stream. `exchange`: each request has a stream of its own. */
  readonly kind: "stream" | "exchange";
  open(events: ChannelEvents, signal: AbortSignal): Promise<void>;
  /** Rejects with a WireFailure that says whether the message can have been received. */
  send(message: RpcMessage, options?: SendOptions): Promise<void>;
  /** Nothing more is wanted of what this request started: the stream of its own, where it has one, ends. */
  drop?(request: RpcId): void;
  /** Tells the channel which revision was agreed on, for its headers. */
  agree(version: string): void;
  /** Ends the channel and everything it started. Safe to call twice. */
  close(): Promise<void>;
}

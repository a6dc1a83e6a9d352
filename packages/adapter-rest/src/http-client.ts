import { type AdapterHost, type Caller, type Effect, ToolError } from "@agent-tools/contract";
import type { HttpRequest, HttpResponse } from "./http-message.js";

/** What a request is sent with. */
export interface SendOptions {
  /** Names the request in messages, for example `GET /orders/{id}`: never the URL, which may hold a secret. */
  readonly label: string;
  readonly effect: Effect;
  /** True where a request whose reply was lost may be sent again. */
  readonly isRepeatable: boolean;
  /** Ends everything: the deadline and the cancellation of the call. */
  readonly signal: AbortSignal;
  /** For whom; absent where it serves no single caller. */
  readonly caller?: Caller;
  /** Called once the request has left. */
  readonly dispatched?: () => void;
}

/** Sends requests through the network shield. */
export interface HttpClient {
  /** The answer, whatever its status. Throws a ToolError where there is none. */
  send(request: HttpRequest, options: SendOptions): Promise<HttpResponse>;
  close(): void;
}

/**
 * Sends requests under the host's network policy. What it is made of is loaded with the first request: an adapter that
 * is only listed does not pay for it.
 */
export function httpClient(host: Pick<AdapterHost, "network">): HttpClient {
  let client: Promise<HttpClient> | undefined;
  let isClosed = false;
  return {
    async send(request, options) {
      if (isClosed) throw new ToolError("closed", `${options.label} was not sent: the adapter is closed.`);
      client ??= import("./got-client.js").then(({ gotClient }) => gotClient(host));
      return (await client).send(request, options);
    },
    close() {
      isClosed = true;
      void client?.then((loaded) => loaded.close());
    },
  };
}

/** A signal that ends with the call, and after this many milliseconds at the latest. */
export function callSignal(signal: AbortSignal, timeoutMs: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

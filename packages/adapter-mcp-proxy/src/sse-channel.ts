import type { SSEClientTransport } from "@modelcontextprotocol/client";
import type { Channel, ChannelEvents, SendOptions } from "./channel.js";
import type { HttpChannelOptions } from "./http-channel.js";
import { noAnswer, refusal } from "./http-failure.js";
import { RpcError, type RpcMessage } from "./json-rpc.js";
import { WireFailure } from "./wire-failure.js";

/** HTTP+SSE as it was before Streamable HTTP (MCP 2024-11-05), for servers that are configured as such. */
export class SseChannel implements Channel {
  readonly kind = "stream";
  readonly #options: HttpChannelOptions;
  #transport: SSEClientTransport | undefined;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
  }

  async open(events: ChannelEvents): Promise<void> {
    const { name, url, headers, network, caller, redact, authorized } = this.#options;
    const { networkFetch } = await import("@agent-tools/network");
    const { SSEClientTransport, SseError } = await import("@modelcontextprotocol/client");
    const shielded = networkFetch(network, { caller });
    const fetch = authorized?.(shielded) ?? shielded;
    let failure: WireFailure | RpcError | undefined;
    const transport = new SSEClientTransport(url, {
      requestInit: { headers: { ...headers } },
      fetch: async (input, init) => {
        const response = await fetch(input, init).catch((error: unknown) => {
          failure = noAnswer(error);
          throw failure;
        });
        if (response.status < 400) return response;
        failure = refusal(name, response, redact(await response.text().catch(() => "")));
        throw failure;
      },
    });
    this.#transport = transport;
    transport.onmessage = (message) => events.receive(message as RpcMessage);
    try {
      await transport.start();
    } catch (error) {
      await transport.close();
      throw failure ?? asFailure(error);
    }
    transport.onclose = () => events.closed(new Error("its event stream ended"));
    // The stream that broke is the connection that broke; left alone, the SDK would open another one without a session.
    transport.onerror = (error) => {
      if (error instanceof SseError) void transport.close();
    };
  }

  async send(message: RpcMessage, options: SendOptions = {}): Promise<void> {
    if (!this.#transport) throw new WireFailure("the connection is closed", "none");
    options.onSent?.();
    try {
      await this.#transport.send(message as Parameters<SSEClientTransport["send"]>[0]);
    } catch (error) {
      throw asFailure(error);
    }
  }

  agree(version: string): void {
    this.#transport?.setProtocolVersion(version);
  }

  async close(): Promise<void> {
    await this.#transport?.close();
  }
}

function asFailure(error: unknown): WireFailure | RpcError {
  if (error instanceof WireFailure || error instanceof RpcError) return error;
  return new WireFailure(String(error), "unknown", { cause: error });
}

import type { Readable, Writable } from "node:stream";
import {
  type JSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE as MESSAGE_LIMIT,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";

const NEWLINE = 0x0a;

/**
 * Messages as lines (MCP, stdio transport), for the SDK. `isTaken` sees each one first; what it takes, the SDK never sees,
 * nor does it pay for checking it.
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #isTaken: (message: unknown) => boolean;
  #parts: Buffer[] = [];
  #size = 0;
  #isClosed = false;

  constructor(input: Readable, output: Writable, isTaken: (message: unknown) => boolean) {
    this.#input = input;
    this.#output = output;
    this.#isTaken = isTaken;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read).on("error", this.#failed).on("end", this.#ended).on("close", this.#ended);
    this.#output.on("error", this.#lost);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#ended);
  }

  /** Resolves when the message is on its way. */
  send(message: unknown): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("The connection is closed."));
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off("data", this.#read).off("error", this.#failed).off("end", this.#ended).off("close", this.#ended);
    // What is still written may fail later, when nobody is there to be told.
    this.#output.off("error", this.#lost).on("error", () => {});
    if (this.#input.listenerCount("data") === 0) this.#input.pause();
    this.#parts = [];
    this.onclose?.();
  }

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end));
      start = end + 1;
      this.#take();
      if (this.#isClosed) return;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  };

  #hold(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= MESSAGE_LIMIT) return;
    this.onerror?.(new RangeError(`A message is longer than ${MESSAGE_LIMIT} bytes.`));
    void this.close();
  }

  #take(): void {
    const [first] = this.#parts;
    const bytes = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    let message: unknown;
    try {
      message = JSON.parse(bytes.toString());
    } catch {
      // What is no JSON is no message: noise of whoever shares the pipe.
      return;
    }
    try {
      if (!this.#isTaken(message)) this.onmessage?.(parseJSONRPCMessage(message));
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  readonly #failed = (error: Error): void => this.onerror?.(error);
  readonly #ended = (): void => void this.close();
  readonly #lost = (error: Error): void => {
    this.onerror?.(error);
    void this.close();
  };
}

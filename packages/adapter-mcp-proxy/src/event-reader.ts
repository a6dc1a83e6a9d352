import { LineReader } from "./line-reader.js";

/** One event of a stream (WHATWG HTML, server-sent events). */
export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly type: string;
  readonly data: string;
}

/** The longest event in bytes. */
const EVENT_LIMIT = 128 * 1024 * 1024;

/** Reads a stream of server-sent events as its bytes come. */
export class EventReader {
  /** The id of the newest event that had one, also of one without data. */
  lastId: string | undefined;
  /** The pause that the server wants before somebody comes back, in milliseconds. */
  retryMs: number | undefined;
  readonly #onEvent: (event: StreamEvent) => void;
  readonly #lines: LineReader = new LineReader(EVENT_LIMIT, (line) => this.#line(line));
  #isFirst = true;
  #type = "";
  #data: string[] = [];

  constructor(onEvent: (event: StreamEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** Throws a RangeError for a line that is too long. */
  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  #line(text: string): void {
    const line = this.#isFirst ? text.replace(/^\uFEFF/, "") : text;
    this.#isFirst = false;
    // A carriage return alone ends a line as well.
    if (line.includes("\r")) for (const part of line.split("\r")) this.#field(part);
    else this.#field(line);
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    if (line === "") this.#dispatch();
    if (line === "" || colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") this.#data.push(value);
    else if (name === "event") this.#type = value;
    else if (name === "id" && !value.includes("\0")) this.lastId = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  #dispatch(): void {
    const event = { type: this.#type || "message", data: this.#data.join("\n") };
    this.#type = "";
    this.#data = [];
    if (event.data !== "") this.#onEvent(event);
  }
}

const NEWLINE = 0x0a;

/** Cuts a byte stream into lines. Each byte is looked at once, however long a line and however small the chunks. */
export class LineReader {
  readonly #limit: number;
  readonly #onLine: (line: string) => void;
  #parts: Buffer[] = [];
  #size = 0;

  /** `limit`: the longest line in bytes; a longer one throws a RangeError from `push`. */
  constructor(limit: number, onLine: (line: string) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end));
      this.flush();
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** Hands out what is left without a line's end. */
  flush(): void {
    if (this.#parts.length === 0) return;
    const line =
      this.#parts.length === 1 ? (this.#parts[0] as Buffer).toString() : Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.#size = 0;
    this.#onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  }

  #hold(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#limit) throw new RangeError(`a line is longer than ${this.#limit} bytes`);
    this.#parts.push(part);
  }
}

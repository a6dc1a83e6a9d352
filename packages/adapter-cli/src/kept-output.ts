/** A stream's first or last bytes, in constant memory. */
export class KeptOutput {
  readonly #limit: number;
  readonly #end: "first" | "last";
  readonly #chunks: Buffer[] = [];
  #size = 0;
  /** How many bytes have come. */
  seen = 0;

  constructor(limit: number, end: "first" | "last") {
    this.#limit = limit;
    this.#end = end;
  }

  get isTruncated(): boolean {
    return this.seen > this.#limit;
  }

  push(chunk: Buffer): void {
    this.seen += chunk.length;
    const kept = this.#end === "first" ? chunk.subarray(0, this.#limit - this.#size) : chunk.subarray(-this.#limit);
    if (kept.length === 0) return;
    this.#chunks.push(kept);
    this.#size += kept.length;
    for (let over = this.#size - this.#limit; over > 0; over = this.#size - this.#limit) {
      const [oldest] = this.#chunks as [Buffer];
      if (oldest.length > over) this.#chunks[0] = oldest.subarray(over);
      else this.#chunks.shift();
      this.#size -= Math.min(over, oldest.length);
    }
  }

  /** The kept bytes as UTF-8, without a character that the limit has cut in two. */
  text(): string {
    let bytes: Buffer = Buffer.concat(this.#chunks);
    if (this.isTruncated && this.#end === "last") {
      const start = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
      bytes = bytes.subarray(Math.max(start, 0));
    }
    return new TextDecoder().decode(bytes, { stream: this.isTruncated && this.#end === "first" });
  }
}

import type { Answers, Ask, JsonObject, Log } from "@agent-tools/contract";
import { untilAborted } from "./until-aborted.js";

/** The way back to whoever made a call, while it runs. */
export interface CallSide {
  progress(done: number, total?: number, message?: string): void;
  readonly log: Log;
  /** Puts a whole round of questions. */
  ask(requests: Readonly<Record<string, Ask>>): Promise<Answers>;
  /** Puts one question that came by itself. */
  question(ask: Ask): Promise<JsonObject>;
}

/** What a call asks at once arrives within so long; only then the next call begins, whose questions these are not. */
const TOGETHER_MS = 20;

/**
 * The calls that run on one connection, and whose a question is that arrives without saying so. The legacy era's
 * single-stream transports do not name the call. So a question waits until no other call can have asked it: one that
 * waits for an answer itself cannot, nor can one that is over. From the first question on, such a connection runs one
 * call at a time, beside those that wait for answers, which makes every later question exact.
 */
export class OpenCalls {
  readonly #running = new Set<CallSide>();
  readonly #asking = new Set<CallSide>();
  readonly #questions: ((call: CallSide | undefined) => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #isExclusive = false;
  #release: NodeJS.Timeout | undefined;
  #lastAsker: CallSide | undefined;
  #lastAskedAt = Number.NEGATIVE_INFINITY;

  /** The one call that runs, where there is exactly one. */
  get only(): CallSide | undefined {
    return this.#running.size === 1 ? this.likeliest : undefined;
  }

  /**
   * The call that most likely sends something now: the newest one that does not wait for an answer, else the one that asked
   * last, since it may ask several things at once.
   */
  get likeliest(): CallSide | undefined {
    const last = this.#lastAsker && this.#running.has(this.#lastAsker) ? this.#lastAsker : undefined;
    return this.#candidates.at(-1) ?? last ?? [...this.#running].at(-1);
  }

  /** Counts a call in, after those before it where calls go one at a time. Returns how to count it out. */
  async begin(call: CallSide, signal: AbortSignal): Promise<() => void> {
    while (this.#isExclusive && this.#isTaken) {
      let go = () => {};
      const turn = new Promise<void>((resolve) => {
        go = resolve;
      });
      this.#waiting.push(go);
      this.#letNextGo();
      await untilAborted(turn, signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        return signal.reason;
      });
    }
    this.#running.add(call);
    return () => {
      this.#running.delete(call);
      this.#settle();
    };
  }

  /** The call that asked, and how to say that it has its answer; undefined where none runs. */
  async asker(): Promise<{ readonly call: CallSide; answered(): void } | undefined> {
    this.#isExclusive = true;
    const call = await new Promise<CallSide | undefined>((resolve) => {
      this.#questions.push(resolve);
      this.#settle();
    });
    return call && { call, answered: () => void this.#asking.delete(call) };
  }

  /** True while a further call would make it unclear whose a question is. */
  get #isTaken(): boolean {
    return this.#candidates.length > 0 || performance.now() - this.#lastAskedAt < TOGETHER_MS;
  }

  get #candidates(): CallSide[] {
    return [...this.#running].filter((call) => !this.#asking.has(call));
  }

  #settle(): void {
    if (this.#questions.length === 0 && this.#waiting.length === 0) return;
    const candidates = this.#candidates;
    // As many questions as calls: each call asked one, and their order is the best that is known.
    if (this.#questions.length > 0 && candidates.length <= this.#questions.length) {
      for (const [index, settle] of this.#questions.splice(0).entries()) {
        const call = candidates[index] ?? this.likeliest;
        if (call) this.#asking.add(call);
        this.#lastAsker = call;
        this.#lastAskedAt = performance.now();
        settle(call);
      }
    }
    this.#letNextGo();
  }

  #letNextGo(): void {
    if (this.#candidates.length > 0 || this.#waiting.length === 0) return;
    clearTimeout(this.#release);
    if (!this.#isTaken) this.#waiting.shift()?.();
    else this.#release = setTimeout(() => this.#letNextGo(), TOGETHER_MS);
  }
}

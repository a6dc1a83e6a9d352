import type { Answers, Ask, Log } from "@agent-tools/contract";

/** The way back to whoever made a call, while it runs. */
export interface CallSide {
  progress(done: number, total?: number, message?: string): void;
  readonly log: Log;
  ask(requests: Readonly<Record<string, Ask>>): Promise<Answers>;
}

interface Question {
  readonly settle: (call: CallSide | undefined) => void;
}

/**
 * The calls that run on one connection, and whose a question is that arrives without saying so. The old protocol's
 * single-stream transports do not name the call, so a question waits until only one call can have asked it; from the
 * first question on such a connection runs one call at a time, which makes every later one exact.
 */
export class OpenCalls {
  readonly #running = new Set<CallSide>();
  readonly #questions: Question[] = [];
  readonly #waiting: (() => void)[] = [];
  #isExclusive = false;

  /** The one call that runs, where there is exactly one. */
  get only(): CallSide | undefined {
    return this.#running.size === 1 ? this.any : undefined;
  }

  /** Some call that runs. */
  get any(): CallSide | undefined {
    return this.#running.values().next().value;
  }

  /** Counts a call in, after those before it where calls go one at a time. Returns how to count it out. */
  async begin(call: CallSide, signal: AbortSignal): Promise<() => void> {
    while (this.#isExclusive && this.#running.size > 0) {
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal.removeEventListener("abort", stop);
          resolve();
        };
        const stop = () => {
          this.#waiting.splice(this.#waiting.indexOf(go), 1);
          reject(signal.reason);
        };
        signal.addEventListener("abort", stop, { once: true });
        this.#waiting.push(go);
      });
    }
    this.#running.add(call);
    return () => {
      this.#running.delete(call);
      this.#match();
      if (this.#running.size === 0) this.#waiting.shift()?.();
    };
  }

  /** The call that asked; undefined where none runs. */
  asker(): Promise<CallSide | undefined> {
    this.#isExclusive = true;
    return new Promise((settle) => {
      this.#questions.push({ settle });
      this.#match();
    });
  }

  /** As many questions as calls: each call asked one, and the order is the best that is known. */
  #match(): void {
    if (this.#running.size > this.#questions.length) return;
    const calls = [...this.#running];
    for (const [index, question] of this.#questions.splice(0).entries()) question.settle(calls[index] ?? calls.at(-1));
  }
}

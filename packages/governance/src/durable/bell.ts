/** Wakes whoever waits in this process. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, after the milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** A bell that nobody has rung. */
export function bell(): Bell {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const wake of [...waiting]) wake();
    },
    wait: (milliseconds, signal) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        waiting.add(wake);
        signal.addEventListener("abort", wake, { once: true });
        if (signal.aborted) wake();
      }),
  };
}

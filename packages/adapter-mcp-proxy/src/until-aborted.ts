/** What the work settles with, or what `reason` says as soon as the signal is aborted; the work itself goes on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, reason: () => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason());
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

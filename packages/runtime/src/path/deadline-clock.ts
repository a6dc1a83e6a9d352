import { ToolError } from "@agent-tools/contract";

/** A call's deadline, which stands still while people are asked. */
export interface DeadlineClock {
  /** Another number of milliseconds from the start. */
  limit(milliseconds: number): void;
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Aborts the controller with `timeout` once the milliseconds have run. */
export function deadlineClock(milliseconds: number, controller: AbortController): DeadlineClock {
  let total = milliseconds;
  let left = milliseconds;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const pause = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - startedAt;
  };
  const resume = () => {
    if (timer !== undefined) return;
    startedAt = Date.now();
    timer = setTimeout(
      () => controller.abort(new ToolError("timeout", `The call took longer than its deadline of ${total} ms.`)),
      Math.max(left, 0),
    );
  };
  const limit = (other: number) => {
    const isRunning = timer !== undefined;
    pause();
    left += other - total;
    total = other;
    if (isRunning) resume();
  };
  resume();
  return { limit, pause, resume, stop: () => clearTimeout(timer) };
}

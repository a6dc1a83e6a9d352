import { ToolError } from "@agent-tools/contract";

/** A call's deadline, which stands still while people are asked. */
export interface DeadlineClock {
  /** Milliseconds until the deadline, were it to run from now on. */
  left(): number;
  /** Another number of milliseconds from the start. */
  limit(milliseconds: number): void;
  /** Stands still, and with it that of the call around this one, until each `pause` has had its `resume`. */
  pause(): void;
  resume(): void;
  /** Ends it for good. */
  stop(): void;
}

/** Aborts the controller with `timeout` once the milliseconds have run. `outer`: the clock of the call around this one. */
export function deadlineClock(
  milliseconds: number,
  controller: AbortController,
  outer?: Pick<DeadlineClock, "pause" | "resume">,
): DeadlineClock {
  let total = milliseconds;
  let remaining = milliseconds;
  let startedAt = 0;
  let pauses = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const left = () => (timer === undefined ? remaining : remaining - (Date.now() - startedAt));
  const halt = () => {
    remaining = left();
    clearTimeout(timer);
    timer = undefined;
  };
  const run = () => {
    if (pauses > 0 || isStopped) return;
    startedAt = Date.now();
    timer = setTimeout(
      () => controller.abort(new ToolError("timeout", `The call took longer than its deadline of ${total} ms.`)),
      Math.max(remaining, 0),
    );
  };
  run();
  return {
    left,
    limit(other) {
      halt();
      remaining += other - total;
      total = other;
      run();
    },
    pause() {
      outer?.pause();
      pauses += 1;
      halt();
    },
    resume() {
      outer?.resume();
      pauses -= 1;
      run();
    },
    stop() {
      isStopped = true;
      halt();
    },
  };
}

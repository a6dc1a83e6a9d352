const POLL_MS = 2_000;

/**
 * Calls back once when the process that started this one has gone. Its end of standard input may stay open in somebody
 * else's hands then, so the end of input is not enough. Does not keep the process alive. Returns how to stop.
 */
export function onParentDeath(callback: () => void): () => void {
  const parent = process.ppid;
  // Started by init, or as a container's first process: there is no parent whose end would mean anything.
  if (parent <= 1) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

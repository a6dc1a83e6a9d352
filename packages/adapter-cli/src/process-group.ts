import { spawn } from "node:child_process";
import { join } from "node:path";

const running = new Set<number>();

function killAll(): void {
  for (const pid of running) killGroup(pid, "SIGKILL");
}

/** Ends a process group together with this process, should that end first. Returns how to take it off the list. */
export function endWithThisProcess(pid: number): () => void {
  if (running.size === 0) process.once("exit", killAll);
  running.add(pid);
  return () => {
    running.delete(pid);
    if (running.size === 0) process.off("exit", killAll);
  };
}

/** Sends a signal to a program that leads its own group, and to everything in that group. On Windows the tree is ended. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    const taskkill = join(process.env["SYSTEMROOT"] ?? "C:\\Windows", "System32", "taskkill.exe");
    spawn(taskkill, ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true }).on("error", () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing of the group is left.
  }
}

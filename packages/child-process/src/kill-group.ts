import { spawn } from "node:child_process";
import { join } from "node:path";

/** Sends a signal to a program that leads its own group, and to everything in that group. On Windows the tree is ended. */
export function killGroup(group: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    const taskkill = join(process.env["SYSTEMROOT"] ?? "C:\\Windows", "System32", "taskkill.exe");
    const options = { stdio: "ignore", windowsHide: true } as const;
    spawn(taskkill, ["/pid", String(group), "/t", "/f"], options).on("error", () => {});
    return;
  }
  try {
    process.kill(-group, signal);
  } catch {
    // Nothing of the group is left.
  }
}

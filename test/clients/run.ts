import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a program may see: no home of a person, no telemetry, no question whether there is a newer version. */
export function bareEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    USERPROFILE: home,
    TMPDIR: home,
    CI: "1",
    NO_COLOR: "1",
    DO_NOT_TRACK: "1",
    DISABLE_TELEMETRY: "1",
    EVE_TELEMETRY_DISABLED: "1",
    PI_TELEMETRY: "0",
    PI_OFFLINE: "1",
    PI_SKIP_VERSION_CHECK: "1",
  };
}

/** A folder for one test, as its home; `remove` ends it. */
export function temporaryHome(): { readonly home: string; remove(): void } {
  const home = mkdtempSync(join(tmpdir(), "agent-tools-client-"));
  return { home, remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs a program to its end, with nothing on its stdin. What takes longer than `ms` is killed, and its code is null. */
export function run(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, ms = 90_000 }: { readonly cwd: string; readonly env: Record<string, string>; readonly ms?: number },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const timer = setTimeout(() => child.kill("SIGKILL"), ms);
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}

/** The JSON values of lines; what is no JSON is left out. */
export function jsonLines<Line>(text: string): Line[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

import { type ChildProcess, spawn as nodeSpawn } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type crossSpawn from "cross-spawn";
import { killGroup } from "./kill-group.js";
import { watchGroup } from "./watchdog.js";

/** How long SIGKILL may take to empty the group, in milliseconds. */
const killGraceMs = 250;

/** What Windows needs to find a program as a shell would; elsewhere it would do nothing, and cost a tenth of a start. */
const spawn: typeof crossSpawn =
  process.platform === "win32" ? createRequire(import.meta.url)("cross-spawn") : (nodeSpawn as typeof crossSpawn);

/** How a program is started. */
export interface SpawnOptions {
  /** The whole environment, as `childEnvironment` makes it: nothing is added from this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Default: that of this process. */
  readonly workingDirectory?: string | undefined;
  /** `"ignore"` gives the program an empty input. Default `"pipe"`. stdout and stderr are always pipes. */
  readonly stdin?: "pipe" | "ignore";
}

/** How much time a program gets to leave by itself. */
export interface EndOptions {
  /** From the end of its input to SIGTERM, in milliseconds. Without it SIGTERM is sent at once. */
  readonly inputGraceMs?: number;
  /** From SIGTERM to SIGKILL, in milliseconds. Default 2,000. */
  readonly termGraceMs?: number;
}

/** A program and everything that it starts: one process group, ended as a whole. */
export interface ProcessGroup {
  /**
   * The program itself, which leads the group. As with Node's own `spawn` a start that fails is told by its `error` event,
   * and then there is no `pid`.
   */
  readonly child: ChildProcess;
  /**
   * Asks the program to leave by the end of its input, then the group by SIGTERM, and ends it by SIGKILL. Resolves when the
   * program has ended and nothing of its group is left. What it printed last may still be in the pipes. Ending twice is
   * ending once: the options of the first call count.
   */
  end(options?: EndOptions): Promise<void>;
}

/**
 * Starts a program, never through a shell, as the leader of a process group of its own. When it ends, however it ends, the
 * rest of its group is ended with SIGKILL; when this process ends, however it ends, the group ends too. On Windows, which
 * has no such groups, `end` ends the tree, and what a program leaves behind stays. A process that leaves the group
 * (`setsid`) has left. Throws, as Node does, what the system refuses outright, such as arguments that are too long.
 */
export function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ProcessGroup {
  const { environment, workingDirectory, stdin = "pipe" } = options;
  const child = spawn(command, args, {
    env: { ...environment },
    ...(workingDirectory !== undefined && { cwd: workingDirectory }),
    stdio: [stdin, "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const { pid } = child;
  if (pid === undefined) return { child, end: () => Promise.resolve() };

  const unwatch = watchGroup(pid);
  const gone = new Promise<void>((resolve) => {
    const left = (): void => {
      // A leader that leaves may leave others behind, and its id is only ours while they live.
      if (process.platform !== "win32") killGroup(pid, "SIGKILL");
      unwatch();
      resolve();
    };
    child.once("exit", left);
    // On Windows cross-spawn tells so, instead of an exit, that cmd.exe did not find the program.
    if (process.platform === "win32") child.once("error", left);
  });

  const end = async ({ inputGraceMs, termGraceMs = 2_000 }: EndOptions): Promise<void> => {
    if (inputGraceMs !== undefined) child.stdin?.end();
    if (inputGraceMs === undefined || !(await happens(gone, inputGraceMs))) {
      killGroup(pid, "SIGTERM");
      if (!(await happens(gone, termGraceMs))) killGroup(pid, "SIGKILL");
    }
    await gone;
    await untilEmpty(pid);
  };
  let ending: Promise<void> | undefined;
  return {
    child,
    end(options = {}) {
      ending ??= end(options);
      return ending;
    },
  };
}

async function happens(event: Promise<void>, graceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const stays = setTimeout(graceMs, false, { signal: patience.signal }).catch(() => false);
  return Promise.race([event.then(() => true), stays]).finally(() => patience.abort());
}

/** SIGKILL takes a moment. Where nobody collects the dead of others, they count as there: hence the end to waiting. */
async function untilEmpty(group: number): Promise<void> {
  const until = Date.now() + killGraceMs;
  while (isThere(group) && Date.now() < until) await setTimeout(5);
}

function isThere(group: number): boolean {
  if (process.platform === "win32") return false;
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

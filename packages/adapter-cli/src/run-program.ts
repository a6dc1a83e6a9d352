import { spawnGroup } from "@agent-tools/child-process";
import { KeptOutput } from "./kept-output.js";

/** Between SIGTERM and SIGKILL, and then until the program is given up, in milliseconds. */
const graceMs = 500;
const giveUpMs = 1_000;
/** How long a pipe may stay silent once the program has ended and something outside its group still holds it open. */
const drainMs = 200;

/** How much of the end of stderr is kept. */
export const maxErrorBytes = 65_536;

/** Why a program was ended from outside. */
export type StopReason = "timeout" | "cancelled" | "closed" | "full";

/** What to run. */
export interface ProgramOptions {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Written to stdin, which is empty without it. */
  readonly input: string | undefined;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** Ends the program once stdout is full; otherwise the rest is read and dropped. */
  readonly stopsWhenFull: boolean;
  /** Called once the program runs. */
  readonly started: () => void;
}

/** How a program ended. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The beginning of its output, up to the limit. */
  readonly stdout: string;
  /** The end of what it printed on stderr. */
  readonly stderr: string;
  readonly isStdoutTruncated: boolean;
  readonly isStderrTruncated: boolean;
  readonly stopped: StopReason | undefined;
}

/** A program that runs. */
export interface ProgramRun {
  /** Rejects with the system's error where the program could not be started. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends the program and its group: SIGTERM, and SIGKILL 500 ms later. Only the first reason counts. */
  stop(reason: StopReason): void;
}

/**
 * Runs a program, never through a shell, as the leader of a process group of its own. When it ends, however it ends, the
 * rest of the group ends too, and what it printed is complete. When this process ends, so does the group.
 */
export function runProgram(options: ProgramOptions): ProgramRun {
  let stop: ProgramRun["stop"] = () => {};
  const { environment, workingDirectory } = options;
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    const group = spawnGroup(options.file, options.arguments, {
      environment,
      workingDirectory,
      stdin: options.input === undefined ? "ignore" : "pipe",
    });
    const { child } = group;
    const { pid, stdin, stdout, stderr } = child;
    child.on("error", reject);
    if (pid === undefined) return;
    const output = new KeptOutput(options.maxOutputBytes, "first");
    const errors = new KeptOutput(maxErrorBytes, "last");
    const timers: NodeJS.Timeout[] = [];
    const after = (ms: number, work: () => void) => timers.push(setTimeout(work, ms));
    let stopped: StopReason | undefined;
    let hasExited = false;

    const settle = (): void => {
      for (const timer of timers) clearTimeout(timer);
      for (const stream of child.stdio) stream?.destroy();
      resolve({
        exitCode: child.exitCode,
        signal: child.signalCode,
        stdout: output.text(),
        stderr: errors.text(),
        isStdoutTruncated: output.isTruncated,
        isStderrTruncated: errors.isTruncated,
        stopped,
      });
    };
    stop = (reason) => {
      if (hasExited) return settle();
      if (stopped !== undefined) return;
      stopped = reason;
      void group.end({ termGraceMs: graceMs });
      after(graceMs + giveUpMs, settle);
    };
    const drain = (): void => {
      const before = output.seen + errors.seen;
      // A busy process may be late for its timers; one more turn lets it read what has come in the meantime.
      after(drainMs, () => setImmediate(() => (output.seen + errors.seen === before ? settle() : drain())));
    };

    child.once("spawn", options.started);
    child.once("exit", () => {
      hasExited = true;
      drain();
    });
    child.once("close", settle);
    stdout?.on("data", (chunk: Buffer) => {
      output.push(chunk);
      if (output.isTruncated && options.stopsWhenFull) stop("full");
    });
    stderr?.on("data", (chunk: Buffer) => errors.push(chunk));
    // A program need not read its input to the end.
    stdin?.on("error", () => {});
    stdin?.end(options.input);
    after(options.timeoutMs, () => stop("timeout"));
  });
  return { ended, stop: (reason) => stop(reason) };
}

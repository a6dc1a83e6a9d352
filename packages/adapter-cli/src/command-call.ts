import { statSync } from "node:fs";
import { type CallContext, ToolError, type ToolResult } from "@agent-tools/contract";
import { readArguments } from "./command-input.js";
import { argumentTokens } from "./command-line.js";
import { findProgram, notFound } from "./find-program.js";
import { programEnvironment } from "./program-environment.js";
import { programResult } from "./program-result.js";
import { programText } from "./program-text.js";
import type { ReadyCommand } from "./ready-command.js";
import type { ProgramOptions, ProgramRun } from "./run-program.js";

/** One call of a command. */
export interface CommandCall {
  readonly name: string;
  readonly command: ReadyCommand;
  readonly args: unknown;
  readonly context: CallContext;
  /** Where programs are looked up. */
  readonly path: string;
  readonly start: (program: ProgramOptions) => ProgramRun;
}

/** Checks the call, runs the program and tells how it ended. Throws where the program was not run, or not to its end. */
export async function callCommand({ name, command, args, context, path, start }: CommandCall): Promise<ToolResult> {
  const { workingDirectory, timeoutMs, maxOutputBytes } = command;
  const given = readArguments(command, args);
  const file = findProgram(command.command, path);
  if (!file) throw notFound(command.command);
  const tokens = argumentTokens(command, given, { platform: process.platform, file });
  if (!statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ToolError(
      "invalid_configuration",
      `The working directory of "${name}" is no folder: ${workingDirectory}.`,
    );
  }
  const { environment, secrets } = await programEnvironment(command, path, context.secrets);
  const { signal } = context;
  if (signal.aborted) throw new ToolError(abortReason(signal), `"${name}" was not run: nobody waits for it any more.`);

  const input = command.stdin === undefined ? undefined : given[command.stdin];
  const run = start({
    file,
    arguments: tokens,
    workingDirectory,
    environment,
    input: input === undefined || typeof input === "string" ? input : JSON.stringify(input),
    timeoutMs,
    maxOutputBytes,
    // A change that is under way is not broken off only because it talks too much.
    stopsWhenFull: command.effect === "read",
    started: () => context.dispatched(),
  });
  const stop = () => run.stop(abortReason(signal));
  signal.addEventListener("abort", stop, { once: true });
  try {
    const end = await run.ended.catch((cause: NodeJS.ErrnoException) => {
      throw startError(command.command, cause);
    });
    const { scrub = (text: string) => text } = context.secrets;
    // Before anything is cut further: half a secret is not known again.
    const stdout = scrub(programText(end.stdout, secrets), end.isStdoutTruncated ? "end" : undefined);
    const stderr = scrub(programText(end.stderr, secrets), end.isStderrTruncated ? "start" : undefined);
    if (stderr !== "") context.log("debug", { command: command.command, stderr });
    return programResult(name, command, { ...end, stdout, stderr });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function abortReason({ reason }: AbortSignal): "timeout" | "cancelled" {
  const isTimeout = ToolError.is(reason) ? reason.code === "timeout" : reason?.name === "TimeoutError";
  return isTimeout ? "timeout" : "cancelled";
}

function startError(command: string, cause: NodeJS.ErrnoException): ToolError {
  if (cause.code === "E2BIG") {
    return new ToolError(
      "invalid_arguments",
      `The arguments of "${command}" are together longer than the system takes.`,
      { cause },
    );
  }
  return new ToolError("upstream_unavailable", `"${command}" could not be started: ${cause.message}.`, { cause });
}

import { type Json, ToolError, type ToolResult, textResult } from "@agent-tools/contract";
import type { ReadyCommand } from "./ready-command.js";
import { maxErrorBytes, type ProgramEnd, type StopReason } from "./run-program.js";

/** The tool's result: its output, or a failure in the program's own words. Throws where the program did not get to its end. */
export function programResult(name: string, command: ReadyCommand, end: ProgramEnd): ToolResult {
  const { maxOutputBytes } = command;
  if (end.stopped !== undefined && end.stopped !== "full") throw stoppedError(name, command, end, end.stopped);
  const code = end.stopped === "full" ? "success" : command.exitCodes[end.exitCode ?? Number.NaN];
  if (code !== "success") {
    const text = [`${command.command} ${endingOf(end)}.`, end.stderr.trim(), end.stdout.trim()]
      .filter(Boolean)
      .join("\n");
    if (code !== undefined) throw new ToolError(code, text);
    return { ...textResult(text), isError: true };
  }
  if (command.output === "json") {
    if (end.isStdoutTruncated) {
      throw new ToolError(
        "result_too_large",
        `"${name}" printed more than ${maxOutputBytes} bytes, too much to be read as JSON.`,
      );
    }
    const structuredContent = parsed(name, end.stdout);
    return { ...textResult(JSON.stringify(structuredContent)), structuredContent };
  }
  if (end.isStdoutTruncated) return truncated(`${end.stdout}\n[cut after ${maxOutputBytes} bytes]`, maxOutputBytes);
  if (end.stdout === "" && end.isStderrTruncated) {
    return truncated(`[the last ${maxErrorBytes} bytes]\n${end.stderr}`, maxErrorBytes);
  }
  return textResult((end.stdout || end.stderr).replace(/[\r\n]+$/, ""));
}

function truncated(text: string, maxBytes: number): ToolResult {
  return { ...textResult(text), _meta: { "agent-tools/truncated": { maxBytes } } };
}

function endingOf({ exitCode, signal }: ProgramEnd): string {
  return exitCode === null ? `was ended by ${signal}` : `ended with exit code ${exitCode}`;
}

function parsed(name: string, stdout: string): Json {
  try {
    return JSON.parse(stdout) as Json;
  } catch (cause) {
    throw new ToolError(
      "invalid_result",
      `"${name}" was to print JSON and printed ${JSON.stringify(stdout.slice(0, 80))}.`,
      { cause },
    );
  }
}

function stoppedError(
  name: string,
  command: ReadyCommand,
  end: ProgramEnd,
  reason: Exclude<StopReason, "full">,
): ToolError {
  const why = {
    timeout: `"${name}" took longer than ${command.timeoutMs} ms and was ended`,
    cancelled: `"${name}" was cancelled`,
    closed: `"${name}" was ended since its adapter was closed`,
  }[reason];
  const lastWords = end.stderr.trim().slice(-500);
  const message = `${why}, with everything it had started.${lastWords && ` Its last words: ${lastWords}`}`;
  return new ToolError(command.effect === "read" ? reason : "unknown_outcome", message);
}

import type { Effect, Tool } from "@agent-tools/contract";
import type { CliCommand, CliSettings } from "./cli-command.js";
import { inputSchema } from "./command-input.js";

/** A command with everything that it left open filled in. */
export interface ReadyCommand extends Omit<CliCommand, keyof CliSettings | "effect">, Required<CliSettings> {
  readonly effect: Effect;
}

/** The command with the adapter's settings and the defaults. */
export function readyCommand(command: CliCommand, settings: CliSettings): ReadyCommand {
  return {
    ...command,
    effect: command.effect ?? "write",
    workingDirectory: command.workingDirectory ?? settings.workingDirectory ?? process.cwd(),
    timeoutMs: command.timeoutMs ?? settings.timeoutMs ?? 60_000,
    maxOutputBytes: command.maxOutputBytes ?? settings.maxOutputBytes ?? 1_048_576,
    environment: { ...settings.environment, ...command.environment },
    inherit: [...(settings.inherit ?? []), ...(command.inherit ?? [])],
    exitCodes: { 0: "success", ...settings.exitCodes, ...command.exitCodes },
  };
}

/** The tool that a command is listed as. */
export function toolOf(name: string, command: ReadyCommand): Tool {
  const { title, description, outputSchema, annotations, effect } = command;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: inputSchema(command),
    ...(outputSchema !== undefined && { outputSchema }),
    annotations: { readOnlyHint: effect === "read", destructiveHint: effect === "destructive", ...annotations },
  };
}

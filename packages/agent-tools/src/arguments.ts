import { type ParseArgsConfig, parseArgs } from "node:util";
import { ToolError } from "@agent-tools/contract";

/** What a command was given. Throws `invalid_configuration` that says what is wrong. */
export function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node goes on to explain a way out that is none here.
    throw wrong(`${message.replace(/\. To specify a positional argument .*$/s, "")}.`);
  }
}

/** The error for arguments that cannot work. */
export function wrong(message: string): ToolError {
  return new ToolError("invalid_configuration", message, { hint: "agent-tools help lists the options." });
}

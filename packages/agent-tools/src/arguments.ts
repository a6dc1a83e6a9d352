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

/** What stands before `--`, and the program behind it with its arguments. */
export function split(args: readonly string[]): { readonly own: string[]; readonly program: readonly string[] } {
  const end = args.indexOf("--");
  return end < 0 ? { own: [...args], program: [] } : { own: args.slice(0, end), program: args.slice(end + 1) };
}

/** True for an http or https address. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** The error for arguments that cannot work. */
export function wrong(message: string): ToolError {
  return new ToolError("invalid_configuration", message, { hint: "agent-tools help lists the options." });
}

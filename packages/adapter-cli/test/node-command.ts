import { type CallContext, standaloneContext, type ToolResult } from "@agent-tools/contract";
import { type ArgumentPart, type CliCommand, cliAdapter } from "../src/index.js";

/** A command that runs a script in Node; its own parts come behind the script's `--`. */
export function nodeCommand(script: string, fields: Partial<CliCommand> = {}): CliCommand {
  const parts: readonly ArgumentPart[] = fields.arguments ?? [];
  return { effect: "read", ...fields, command: process.execPath, arguments: ["-e", script, "--", ...parts] };
}

/** The result of one call of one command. */
export async function runCommand(
  command: CliCommand,
  args: object = {},
  context: CallContext = standaloneContext(),
): Promise<ToolResult> {
  const adapter = cliAdapter({ commands: { tool: command } });
  return (await adapter.call("tool", args, context)) as ToolResult;
}

/** The text of a result. */
export function textOf({ content }: ToolResult): unknown {
  return content[0]?.["text"];
}

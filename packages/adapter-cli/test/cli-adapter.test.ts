import { resultValue, standaloneContext, standaloneHost, type ToolResult } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { type CliCommand, cliAdapter } from "../src/index.js";

const node = (script: string, command: Partial<CliCommand> = {}): CliCommand => ({
  command: process.execPath,
  arguments: ["-e", script, "--", ...(command.arguments ?? [])],
  ...Object.fromEntries(Object.entries(command).filter(([key]) => key !== "arguments")),
});

async function run(command: CliCommand, args: object = {}, context = standaloneContext()): Promise<ToolResult> {
  const adapter = cliAdapter({ commands: { tool: command } });
  return (await adapter.call("tool", args, context)) as ToolResult;
}

describe("cliAdapter", () => {
  test("runs", async () => {
    expect(resultValue(await run(node("console.log(1)")))).toBe(1);
    expect(
      resultValue(
        await run(node("console.log(process.argv.slice(1).join())", { arguments: [{ each: "a" }] }), {
          a: ["x", "-y"],
        }),
      ),
    ).toBe("x,-y");
  });
});

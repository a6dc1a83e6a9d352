import { definePlugin, type ToolResult } from "@agent-tools/contract";
import { testRuntime } from "@agent-tools/testing";
import { expect, test } from "vitest";
import { cliAdapter } from "../src/index.js";

const secret = "sk-51c0ffee7e57+51c0ffee/7e57";

test.each([
  ["text", "process.stdout.write('x'.repeat(90) + process.env.KEY)"],
  ["base64", "process.stdout.write('x'.repeat(90) + Buffer.from(process.env.KEY).toString('base64'))"],
])("the output limit leaves no half of a secret: %s", async (_form, script) => {
  const plugin = definePlugin({
    ...{ name: "CLI", prefix: "cli", secrets: ["KEY"] },
    createAdapter: (host) =>
      cliAdapter(
        {
          commands: {
            print: {
              ...{ command: process.execPath, arguments: ["-e", script], effect: "read", maxOutputBytes: 105 },
              environment: { KEY: { secret: "KEY" } },
            },
          },
        },
        host,
      ),
  });
  await using host = await testRuntime(plugin, { secrets: { KEY: secret } });
  const outcome = await host.runtime.call({ target: { plugin: "cli", tool: "print" }, arguments: {} }, host.caller);
  const { content } = (outcome as { result: ToolResult }).result;
  expect(content[0]?.["text"]).toBe(`${"x".repeat(90)}[secret]\n[cut after 105 bytes]`);
});

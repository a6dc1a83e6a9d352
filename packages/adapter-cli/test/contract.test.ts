import { adapterSuite } from "@agent-tools/testing";
import { test } from "vitest";
import { cliAdapter } from "../src/index.js";

const node = (script: string) => ({ command: process.execPath, arguments: ["-e", script, "--"] });

adapterSuite({
  test,
  create: (host) =>
    cliAdapter(
      {
        commands: {
          echo: {
            ...node("process.stdout.write(process.argv[1])"),
            arguments: [...node("process.stdout.write(process.argv[1])").arguments, { from: "text" }],
            effect: "read",
          },
          token: { ...node("console.log(process.env.TOKEN)"), environment: { TOKEN: { secret: "token" } } },
          sleep: node("setTimeout(() => {}, 60_000)"),
          fail: node("console.error('it failed', process.env.TOKEN); process.exit(1)"),
        },
      },
      host,
    ),
  call: [
    { tool: "echo", arguments: { text: "hello" }, answer: "hello" },
    { tool: "echo", arguments: { text: "other" }, answer: "other" },
    { tool: "token", answer: "[secret]" },
  ],
  slowCall: { tool: "sleep" },
  failingCall: { tool: "fail" },
  secrets: { token: "canary-4711-canary" },
});

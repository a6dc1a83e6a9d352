import { expect, test } from "vitest";
import { parsed } from "../src/arguments.js";
import { commandOptions } from "../src/command-options.js";

const port = { port: { type: "string" } } as const;

test.each([
  [["--prt"], "Unknown option '--prt'."],
  [["--port"], "Option '--port <value>' argument missing."],
])("%j is refused, without a way out that is none", (args, message) => {
  expect(() => parsed({ args, options: port })).toThrow(expect.objectContaining({ message }));
});

test("an option of a command about a client is refused the same way", () => {
  expect(() => commandOptions(["codex", "--prt"])).toThrow(
    expect.objectContaining({ message: "Unknown option '--prt'.", hint: "agent-tools help lists the options." }),
  );
});

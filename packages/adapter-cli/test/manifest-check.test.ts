import { describe, expect, test } from "vitest";
import { cliAdapter } from "../src/index.js";

describe("a wrong manifest", () => {
  test.each<[string, object, string]>([
    ["no commands", {}, "/commands is missing"],
    ["a command without a program", { commands: { a: {} } }, "/commands/a/command is missing"],
    ["a wrong type", { commands: { a: { command: "git", timeoutMs: "10" } } }, "/commands/a/timeoutMs must be"],
    ["a misspelt field", { commands: { a: { command: "git", efect: "read" } } }, 'did you mean "effect"?'],
    ["an unknown effect", { commands: { a: { command: "git", effect: "readonly" } } }, "/commands/a/effect must be"],
    [
      "an unknown part",
      { commands: { a: { command: "git", arguments: [{ positional: "x" }] } } },
      "/commands/a/arguments/0",
    ],
    ["an exit code that is none", { exitCodes: { x: "success" }, commands: {} }, "/exitCodes"],
    ["a meaning that is none", { exitCodes: { 1: "fine" }, commands: {} }, "/exitCodes/1 must be"],
    ["a relative path", { commands: { a: { command: "./git" } } }, '/commands/a/command is a relative path, "./git"'],
    ["a relative path of Windows", { commands: { a: { command: "bin\\git" } } }, "is a relative path"],
    [
      "a schema that does not compile",
      { commands: { a: { command: "git", inputSchema: { type: "object", $ref: "#/nowhere" } } } },
      "/commands/a/inputSchema",
    ],
    [
      "a schema for something else",
      { commands: { a: { command: "git", inputSchema: { type: "string" } } } },
      "/commands/a/inputSchema/type must be",
    ],
    [
      "an argument that the schema lacks",
      { commands: { a: { command: "git", arguments: [{ from: "x" }], inputSchema: { type: "object" } } } },
      '/commands/a uses the argument "x", which is not in inputSchema/properties',
    ],
    [
      "an argument that nothing uses",
      { commands: { a: { command: "git", inputSchema: { type: "object", properties: { x: {} } } } } },
      '/commands/a/inputSchema declares "x", which no part of the command uses',
    ],
  ])("%s is told with its place", (_, options, words) => {
    expect(() => cliAdapter(options as never)).toThrow(
      expect.objectContaining({ code: "invalid_configuration", message: expect.stringContaining(words) }),
    );
  });
});

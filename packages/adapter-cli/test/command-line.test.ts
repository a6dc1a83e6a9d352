import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argumentTokens } from "../src/command-line.js";
import { type ArgumentPart, type CliCommand, commandLine } from "../src/index.js";
import { nodeCommand, runCommand, textOf } from "./node-command.js";

const command = (...parts: ArgumentPart[]): CliCommand => ({ command: "tool", arguments: parts });
const properties = (schemas: Record<string, object>, required: string[] = []) => ({
  type: "object",
  properties: schemas,
  required,
});
const refusal = (work: () => unknown): string => {
  try {
    return `no refusal: ${JSON.stringify(work())}`;
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_arguments" });
    return (error as Error).message;
  }
};

describe("commandLine", () => {
  test("each part makes its tokens", () => {
    const all = command(
      "run",
      { switch: "--all", when: "all" },
      { option: "--name=", from: "name" },
      { option: "--count", from: "count" },
      { option: "if=", from: "input" },
      { option: "-e", each: "patterns" },
      { from: "isOn" },
      "--",
      { each: "files" },
    );
    const inputSchema = properties({
      all: { type: "boolean" },
      name: {},
      count: { type: "number", default: 2 },
      input: {},
      patterns: {},
      isOn: {},
      files: {},
    });
    const args = {
      all: true,
      name: "-x y",
      input: "/dev/zero",
      patterns: ["a", ""],
      isOn: false,
      files: ["-rf", "--", ""],
    };
    expect(commandLine({ ...all, inputSchema }, args)).toEqual([
      "tool",
      "run",
      "--all",
      "--name=-x y",
      "--count",
      "2",
      "if=/dev/zero",
      "-e",
      "a",
      "-e",
      "",
      "false",
      "--",
      "-rf",
      "--",
      "",
    ]);
    expect(commandLine({ ...all, inputSchema }, { all: false })).toEqual(["tool", "run", "--count", "2", "--"]);
  });

  test.each<[string, ArgumentPart[]]>([
    ["a positional", [{ from: "a" }]],
    ["an option's own token", [{ option: "--name", from: "a" }]],
    ["a positional behind a literal that follows --", ["--", "inner", { from: "a" }]],
    ["a positional behind an option that follows --", ["--", { option: "--x=", from: "b" }, { from: "a" }]],
    ["a positional behind a switch that follows --", ["--", { switch: "-x", when: "b" }, { from: "a" }]],
  ])("a value that begins with a dash is refused as %s", (_, parts) => {
    const inputSchema = properties({
      a: { type: ["string", "number"] },
      ...(parts.length > 1 && typeof parts[1] === "object" && { b: {} }),
    });
    for (const a of ["-", "-rf", "--output=/tmp/x", -5]) {
      const message = refusal(() =>
        commandLine({ ...command(...parts), inputSchema }, { a, ...("b" in inputSchema.properties && { b: true }) }),
      );
      expect(message).toContain('The argument "a" begins with a dash');
    }
  });

  test("a value may begin with a dash behind --, in one token with its option, or where that is declared", () => {
    for (const parts of [
      ["--", { from: "a" }],
      [{ option: "--a=", from: "a" }],
      [{ option: "-e", from: "a", mayBeginWithDash: true }],
      ["--", "inner", "--", { from: "a" }],
    ] as ArgumentPart[][]) {
      expect(commandLine(command(...parts), { a: "-x" }).at(-1)).toMatch(/-x$/);
    }
  });

  test.each([
    ["a\0b", "holds a NUL character"],
    ["\ud800", "is not well-formed Unicode"],
    ["x".repeat(131_072), "longer than 131071 bytes"],
    [["a"], "is not a single value"],
    [{}, "is not a single value"],
    [1e21, "is not a plain decimal number"],
    [1e-7, "is not a plain decimal number"],
  ])("%j is refused", (value, words) => {
    const inputSchema = properties({ a: {} });
    expect(
      refusal(() => commandLine({ ...command("--", { from: "a" }), inputSchema }, { a: value as never })),
    ).toContain(words);
  });

  test("a list has to be one", () => {
    expect(
      refusal(() => commandLine({ ...command({ each: "a" }), inputSchema: properties({ a: {} }) }, { a: "x" })),
    ).toContain("is not a list");
  });

  test("what the schema does not declare is refused, and what it requires is asked for", () => {
    expect(refusal(() => commandLine(command({ from: "a" }), { a: "x", b: "y" }))).toContain(
      "/b is not a property here",
    );
    expect(refusal(() => commandLine(command({ from: "a" }), {}))).toContain("/a is missing");
    const inputSchema = { ...properties({ a: {} }), additionalProperties: true };
    expect(refusal(() => commandLine({ ...command({ from: "a" }), inputSchema }, { a: "x", b: "y" }))).toContain(
      "/b is not an argument",
    );
    expect(refusal(() => commandLine(command(), null as never))).toContain("not an object");
  });

  test("batch files get no character that cmd.exe would act on, other programs on Windows all of them (R29)", () => {
    const tokens = (file: string, value: string) =>
      argumentTokens(command({ from: "a" }), { a: value }, { platform: "win32", file });
    for (const value of ["%PATH%", "!PATH!", "^&", "a&b", "a|b", "a>b", "a<b", "(x)", 'say "x"', "a\r\nb"]) {
      expect(refusal(() => tokens("C:\\tools\\build.CMD", value))).toContain("cmd.exe");
      expect(refusal(() => tokens("C:\\tools\\build.bat", value))).toContain("cmd.exe");
      expect(tokens("C:\\tools\\build.exe", value)).toEqual([value]);
    }
    for (const value of ["release", "a b", "", "it's", "C:\\x\\"]) expect(tokens("build.cmd", value)).toEqual([value]);
    expect(refusal(() => tokens("build.cmd", "x".repeat(8_190)))).toContain("8191 characters");
    expect(refusal(() => tokens("build.exe", "x".repeat(32_767)))).toContain("32767 characters");
  });
});

test("whatever text is given arrives byte for byte as one argument", async () => {
  // In hexadecimal, since what a program prints is cleaned of control characters.
  const hex = `Buffer.from(JSON.stringify(process.argv.slice(1))).toString("hex")`;
  const echo = nodeCommand(`process.stdout.write(${hex})`, { arguments: [{ each: "words" }] });
  const word = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 40 }), async (words) => {
      const printed = Buffer.from(textOf(await runCommand(echo, { words })) as string, "hex").toString();
      expect(JSON.parse(printed)).toEqual(words);
    }),
    { numRuns: 10 },
  );
});

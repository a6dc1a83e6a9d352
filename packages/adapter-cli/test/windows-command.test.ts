import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

interface Parsed {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments?: boolean };
}

/** What cross-spawn hands to Windows, asked of the library itself with the platform pretended. */
let parse: (command: string, args: readonly string[], options: object) => Parsed;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "windows "));
  for (const name of ["tool.exe", "tool.cmd"]) writeFileSync(join(folder, name), "");
  const platform = vi.spyOn(process, "platform", "get").mockReturnValue("win32");
  const require = createRequire(import.meta.url);
  for (const path of Object.keys(require.cache))
    if (/cross-spawn|which|isexe|path-key/.test(path)) delete require.cache[path];
  parse = require("cross-spawn")._parse;
  platform.mockRestore();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the command line on Windows (R29)", () => {
  const values = ["", "a b", "it's", 'say "x"', "%PATH%", "^&", "C:\\dir\\"];

  test("a program gets its arguments as they are, and Node quotes them", () => {
    const file = join(folder, "tool.exe");
    expect(parse(file, values, {})).toMatchObject({ command: file, args: values });
  });

  test.each([
    ["", '^"^"'],
    ["a b", '^"a^ b^"'],
    ["it's", '^"it\'s^"'],
    ["C:\\dir\\", '^"C:\\dir\\\\^"'],
  ])("a batch file gets %j quoted for cmd.exe", (value, quoted) => {
    const { args, options } = parse(join(folder, "tool.cmd"), [value], {});
    expect(args.slice(0, 3)).toEqual(["/d", "/s", "/c"]);
    expect(args[3]).toBe(`"${join(folder, "tool.cmd").replaceAll(" ", "^ ")} ${quoted}"`);
    expect(options.windowsVerbatimArguments).toBe(true);
  });
});

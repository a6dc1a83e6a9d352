import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { defineTool, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { adapterRules, adapterSuite, storeRules } from "../src/index.js";
import { healthyAdapter, subjectOptions } from "./healthy-adapter.js";

describe("an adapter with every member", () => {
  adapterSuite({ test, create: healthyAdapter, ...subjectOptions });
});

describe("an adapter of tools in code", () => {
  const add = defineTool({
    name: "add",
    input: Type.Object({ a: Type.Number(), b: Type.Number() }),
    effect: "read",
    call: ({ a, b }) => ({ sum: a + b }),
  });
  adapterSuite({
    test,
    create: () => toolsAdapter([add]),
    call: [
      { tool: "add", arguments: { a: 1, b: 2 }, answer: { sum: 3 } },
      { tool: "add", arguments: { a: 2, b: 2 }, answer: { sum: 4 } },
    ],
  });
});

describe("the suites with node:test", () => {
  test("every rule is a test of its own; a broken one fails with what was seen", async () => {
    const file = join(import.meta.dirname, "runners", "node-test.ts");
    const args = ["--conditions=@agent-tools/source", "--import", "tsx", "--test-reporter=tap", "--test", file];
    const run = promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: "" } });
    const { code, stdout } = await run.then(
      (done) => ({ code: 0, ...done }),
      (failed: { code: number; stdout: string }) => failed,
    );
    expect(code, stdout).toBe(1);
    const count = 2 * adapterRules.length + storeRules.length;
    expect(stdout).toMatch(new RegExp(`# tests ${count}\\n[\\s\\S]*# pass ${count - 1}\\n# fail 1\\n`));
    expect(stdout).toMatch(/not ok \d+ - search-finds: [\s\S]*search for "greet" does not find it\./);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { hostEntry, httpHost, ranIn } from "./host-process.js";
import { programOnNode24 } from "./programs.js";
import { bareEnvironment, run, temporaryHome } from "./run.js";

let temporary: ReturnType<typeof temporaryHome>;

beforeEach(() => {
  temporary = temporaryHome();
});
afterEach(() => temporary.remove());

const readNote = { plugin: "desk", toolName: "read_note", arguments: { title: "welcome" } };
const writeNote = { plugin: "desk", toolName: "write_note", arguments: { title: "milk", text: "buy some" } };
const countWords = { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } };

describe("mcporter 0.12", () => {
  async function mcporter(entry: object, context: TestContext) {
    const found = await programOnNode24("mcporter");
    if ("reason" in found) return context.skip(found.reason);
    const config = join(temporary.home, "mcporter.json");
    writeFileSync(config, JSON.stringify({ imports: [], mcpServers: { office: entry } }));
    const program = [found.node, join(found.modules, "mcporter/dist/cli.js"), "--config", config] as const;
    return async (...args: string[]) => {
      const { stdout, stderr } = await run([...program, ...args], {
        cwd: temporary.home,
        env: bareEnvironment(temporary.home),
      });
      return stdout + stderr;
    };
  }
  const call = (tool: string, args: object) => ["call", `office.${tool}`, "--args", JSON.stringify(args)];

  test("over stdio: lists the facade, reads, is asked to confirm a write, runs a skill", async (context) => {
    const cli = await mcporter(hostEntry(temporary.home, { exposure: "compact" }), context);
    expect(await cli("list", "office", "--schema")).toMatch(/call_readonly/);
    expect(await cli(...call("call_readonly", readNote))).toMatch(/the kettle is in the kitchen/);
    expect(await cli(...call("call", writeNote))).toMatch(/confirmation_required/);
    expect(await cli(...call("run_skill", countWords))).toMatch(/words\W+6/);
    expect(ranIn(temporary.home)).not.toContain("write_note milk");
  });

  test("over HTTP: a restart of the host costs nothing", async (context) => {
    const host = await httpHost(temporary.home, { exposure: "compact" });
    try {
      const cli = await mcporter({ url: host.url, allowHttp: true }, context);
      expect(await cli(...call("call_readonly", readNote))).toMatch(/the kettle is in the kitchen/);
      await host.restart();
      expect(await cli(...call("call_readonly", readNote))).toMatch(/the kettle is in the kitchen/);
    } finally {
      await host.stop();
    }
  });
});

describe("MCP Inspector 2.12, its command line", () => {
  async function inspector(target: readonly string[], context: TestContext) {
    const found = await programOnNode24("inspector");
    if ("reason" in found) return context.skip(found.reason);
    const program = [
      found.node,
      join(found.modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
    ] as const;
    return async (...args: string[]) => {
      const { stdout, stderr } = await run([...program, "--cli", ...target, ...args], {
        cwd: temporary.home,
        env: bareEnvironment(temporary.home),
      });
      return stdout + stderr;
    };
  }
  const call = (tool: string, args: object) => [
    ...["--method", "tools/call", "--tool-name", tool],
    ...Object.entries(args).flatMap(([name, value]) => [
      "--tool-arg",
      `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]),
  ];

  test("over HTTP: lists, reads, is asked to confirm a write, runs a skill, and a restart costs nothing", async (context) => {
    const host = await httpHost(temporary.home, { exposure: "compact" });
    try {
      const cli = await inspector([host.url, "--transport", "http"], context);
      expect(await cli("--method", "tools/list")).toMatch(/call_readonly/);
      expect(await cli(...call("call_readonly", readNote))).toMatch(/the kettle is in the kitchen/);
      expect(await cli(...call("call", writeNote))).toMatch(/confirmation_required/);
      await host.restart();
      expect(await cli(...call("run_skill", countWords))).toMatch(/words\W+6/);
    } finally {
      await host.stop();
    }
  });
});

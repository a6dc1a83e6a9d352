import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { type HttpHost, hostEntry, httpHost, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { programOnNode24 } from "./programs.js";
import { bareEnvironment, run, temporaryHome } from "./run.js";

let temporary: ReturnType<typeof temporaryHome>;
let host: HttpHost | undefined;

beforeEach(() => {
  temporary = temporaryHome();
});
afterEach(async () => {
  await host?.stop();
  host = undefined;
  temporary.remove();
});

/** A client without a model: whoever types the commands is in the model's place. */
interface CommandLine {
  /** The tools as they are listed, as JSON. */
  list(): Promise<string>;
  call(tool: string, args: object): Promise<string>;
}

const large = { isLarge: true } as const;
const notes = { plugin: "desk", arguments: { title: "welcome" } };
const write = { plugin: "desk", toolName: "write_note", arguments: { title: "milk", text: "buy some" } };

/** What each client has to be able to do, in the order in which a model does it. */
async function takeAllSteps(client: string, { list, call }: CommandLine): Promise<void> {
  const listed = await list();
  for (const name of ["discover", "call", "call_readonly", "run_skill", "read", "help"]) expect(listed).toContain(name);
  expect(listed).not.toContain("desk__read_note");
  const tokens = Math.ceil(JSON.stringify(JSON.parse(listed).tools).length / 4);
  const offered = "discover, call, call_readonly, run_skill, read, help";
  record({ client, catalogue: "1,000 tools", exposure: "compact", offered }, [{ toolTokens: tokens, tokens }]);

  expect(await call("discover", { query: "read a note of the desk" })).toContain("read_note");
  expect(await call("call_readonly", { ...notes, toolName: "read_note" })).toContain("the kettle is in the kitchen");
  expect(await call("call_readonly", write)).toMatch(/read/);
  expect(await call("call", write)).toContain("confirmation_required");
  expect(ranIn(temporary.home)).toEqual(["read_note welcome"]);
  await host?.restart();
  expect(await call("run_skill", { ...notes, skill: "count_words" })).toMatch(/words\W+6/);
  expect(await call("call_readonly", { ...notes, toolName: "read_note" })).toContain("the kettle is in the kitchen");
  expect(ranIn(temporary.home).at(-1)).toBe("read_note welcome");
}

async function output(program: readonly [string, ...string[]], args: readonly string[]) {
  return run([...program, ...args], { cwd: temporary.home, env: bareEnvironment(temporary.home) });
}

describe("mcporter 0.12 takes all steps", () => {
  async function mcporter(entry: object, context: TestContext): Promise<CommandLine> {
    const found = programOnNode24("mcporter");
    if ("reason" in found) return context.skip(found.reason);
    const config = join(temporary.home, "mcporter.json");
    writeFileSync(config, JSON.stringify({ imports: [], mcpServers: { office: entry } }));
    const file = join(found.modules, "mcporter/dist/cli.js");
    const program = [found.node, file, "--config", config] as const;
    return {
      list: async () => (await output(program, ["list", "office", "--json", "--schema"])).stdout,
      async call(tool, args) {
        const { stdout, stderr } = await output(program, ["call", `office.${tool}`, "--args", JSON.stringify(args)]);
        return stdout + stderr;
      },
    };
  }

  test("over stdio, where each command starts the host anew", async (context) => {
    await takeAllSteps("mcporter 0.12, stdio", await mcporter(hostEntry(temporary.home, large), context));
  });

  test("over HTTP, where the host restarts in between", async (context) => {
    host = await httpHost(temporary.home, large);
    await takeAllSteps("mcporter 0.12, HTTP", await mcporter({ url: host.url, allowHttp: true }, context));
  });
});

describe("MCP Inspector 2.12, its command line, takes all steps", () => {
  async function inspector(target: readonly string[], context: TestContext): Promise<CommandLine> {
    const found = programOnNode24("inspector");
    if ("reason" in found) return context.skip(found.reason);
    const file = join(found.modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
    const program = [found.node, file, "--cli", ...target] as const;
    const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
    return {
      list: async () => (await output(program, ["--method", "tools/list"])).stdout,
      async call(tool, args) {
        const given = Object.entries(args).flatMap(([name, value]) => ["--tool-arg", `${name}=${text(value)}`]);
        const { stdout, stderr } = await output(program, ["--method", "tools/call", "--tool-name", tool, ...given]);
        return stdout + stderr;
      },
    };
  }

  test("over stdio, where each command starts the host anew", async (context) => {
    const file = join(temporary.home, "servers.json");
    writeFileSync(file, JSON.stringify({ mcpServers: { office: hostEntry(temporary.home, large) } }));
    const target = ["--config", file, "--server", "office"];
    await takeAllSteps("Inspector 2.12, stdio", await inspector(target, context));
  });

  test("over HTTP, where the host restarts in between", async (context) => {
    host = await httpHost(temporary.home, large);
    const target = [host.url, "--transport", "http"];
    await takeAllSteps("Inspector 2.12, HTTP", await inspector(target, context));
  });
});

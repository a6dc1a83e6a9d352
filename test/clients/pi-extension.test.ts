import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { hostEntry, httpHost, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { type ModelServer, modelServer } from "./model-server.js";
import { packed } from "./packed.js";
import { type Pi, piIn, textOf } from "./pi.js";
import { programOnNode24 } from "./programs.js";
import { bareEnvironment, run, temporaryHome } from "./run.js";

const ours = (name: string) => `mcp__agent_tools__${name}`;
const readNote = { call: ours("desk__read_note"), args: { title: "welcome" } };
const writeNote = { call: ours("desk__write_note"), args: { title: "milk", text: "buy some" } };
const countWords = {
  call: ours("agent_tools_run_skill"),
  args: { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } },
};

let model: ModelServer;
let extension: string;
let temporary: ReturnType<typeof temporaryHome>;

beforeAll(async () => {
  model = await modelServer();
  extension = await packed("pi-extension");
});
afterAll(() => model.close());
beforeEach(() => {
  temporary = temporaryHome();
});
afterEach(() => temporary.remove());

async function pi16(context: TestContext): Promise<Pi> {
  const found = await programOnNode24("pi");
  if ("reason" in found) return context.skip(found.reason);
  const file = join(found.modules, "@earendil-works/pi-coding-agent/dist/bundle/cli.js");
  return piIn(temporary.home, model, [found.node, file]);
}

function configure(pi: Pi, settings: object): void {
  writeFileSync(join(pi.folder, "agent-tools.json"), JSON.stringify(settings));
}

describe("Pi 1.6 with the extension", () => {
  test("a host of 1,000 tools over stdio: found by Pi's search, read, run; a write is refused where nobody can be asked", async (context) => {
    const pi = await pi16(context);
    configure(pi, {
      ...hostEntry(temporary.home, { isLarge: true, clientAsks: true }),
      approve: ["desk__count_words"],
    });
    model.script([{ call: "tool_search", args: { query: "read a note" } }, readNote, writeNote, countWords]);
    const { calls, code } = await pi.prompt("Go on.", "-e", extension);
    expect(code).toBe(0);
    expect(model.turns[0]?.offered).toContain("tool_search");
    expect(model.turns[0]?.offered).not.toContain(readNote.call);
    expect(model.turns[1]?.offered).toContain(readNote.call);
    expect(calls.map(({ isError }) => isError)).toEqual([false, false, true, false]);
    expect(textOf(calls[1])).toMatch(/the kettle is in the kitchen/);
    expect(textOf(calls[2])).toMatch(/desk__write_note may change things, and nobody can be asked in json mode/);
    expect(textOf(calls[3])).toMatch(/"words":6/);
    expect(ranIn(temporary.home)).toEqual(["read_note welcome", "count_words welcome", "read_note welcome"]);
    const offered = "tool_search, run_skill, read, help; 8 real ones once searched";
    record({ client: "Pi 1.6, extension", catalogue: "1,000 tools", exposure: "native", offered }, model.turns);
  });

  test("a host of two tools: all are declared at once, and what was approved beforehand runs", async (context) => {
    const pi = await pi16(context);
    configure(pi, hostEntry(temporary.home, { clientAsks: true }));
    model.script([writeNote]);
    const { calls } = await pi.prompt("Go on.", "-e", extension, "--agent-tools-approve", "desk__*");
    expect(model.turns[0]?.offered).toEqual(expect.arrayContaining([readNote.call, writeNote.call]));
    expect(calls.map(({ isError }) => isError)).toEqual([false]);
    expect(ranIn(temporary.home)).toEqual(["write_note milk"]);
    record(
      { client: "Pi 1.6, extension", catalogue: "2 tools", exposure: "native", offered: "the real tools" },
      model.turns,
    );
  });

  test("a host over HTTP dies and comes back: the model and the person are told, and the next call works", async (context) => {
    const pi = await pi16(context);
    const host = await httpHost(temporary.home, { clientAsks: true });
    try {
      configure(pi, { url: host.url });
      const stop = () => host.stop().then(() => readNote);
      const restart = () => host.restart().then(() => readNote);
      model.script([readNote, stop, restart]);
      const { calls, stderr } = await pi.prompt("Go on.", "-e", extension);
      expect(calls.map(({ isError }) => isError)).toEqual([false, true, false]);
      expect(textOf(calls[1])).toMatch(/The Agent Tools host is down: .*does not answer/);
      expect(stderr).toMatch(/\[agent-tools\] The Agent Tools host is down/);
    } finally {
      await host.stop();
    }
  });

  test("a host that is not there is told to both before the first call", async (context) => {
    const pi = await pi16(context);
    configure(pi, { url: "http://127.0.0.1:9/mcp" });
    model.script([]);
    const { code, stderr } = await pi.prompt("Go on.", "-e", extension);
    expect(code).toBe(0);
    expect(stderr).toMatch(/\[agent-tools\] The Agent Tools host is down/);
    expect(JSON.stringify(model.turns[0]?.body.messages)).toMatch(/The Agent Tools host is down/);
  });

  test("O111: given only a file with mcpServers, it builds the host itself", async (context) => {
    const pi = await pi16(context);
    const file = join(temporary.home, "servers.json");
    const entry = hostEntry(temporary.home, { exposure: "native", clientAsks: true });
    writeFileSync(file, JSON.stringify({ mcpServers: { office: entry } }));
    const read = { call: ours("office__desk__read_note"), args: { title: "welcome" } };
    model.script([{ call: "tool_search", args: { query: "read note" } }, read]);
    const { calls } = await pi.prompt("Go on.", "-e", extension, "--agent-tools-servers", file);
    // Nobody vouched for what the server says of its tools.
    expect(textOf(calls[1])).toMatch(/may change things, and nobody can be asked/);
    configure(pi, { servers: file, trust: ["office"] });
    model.script([{ call: "tool_search", args: { query: "read note" } }, read]);
    const trusted = await pi.prompt("Go on.", "-e", extension);
    expect(textOf(trusted.calls[1])).toMatch(/the kettle is in the kitchen/);
  });

  test("in RPC mode the person is asked, with the arguments; a no is told to the model and a yes runs the call", async (context) => {
    const pi = await pi16(context);
    configure(pi, hostEntry(temporary.home, { clientAsks: true }));
    model.script([writeNote, { ...writeNote, args: { title: "eggs", text: "six" } }]);
    const asked = await answering(pi, [false, true]);
    expect(asked.map(({ title }) => title)).toEqual(Array(2).fill("Run desk__write_note? It changes things."));
    expect(asked[0]?.message).toMatch(/"title": "milk"/);
    expect(ranIn(temporary.home)).toEqual(["write_note eggs"]);
    expect(JSON.stringify(model.turns[1]?.body.messages?.at(-1))).toMatch(/The person at Pi declined desk__write_note/);
  });

  test("O114: /agent-tools tools shows what each tool may do, with no model", async (context) => {
    const pi = await pi16(context);
    configure(pi, { ...hostEntry(temporary.home, { clientAsks: true }), approve: ["desk__count*"] });
    model.script([]);
    const { stderr } = await pi.prompt("/agent-tools tools", "-e", extension);
    expect(stderr).toMatch(/Host: .* through Pi's own MCP/);
    expect(stderr).toMatch(/desk__read_note +runs \(only reads\)/);
    expect(stderr).toMatch(/desk__write_note +asks a person/);
    expect(model.turns).toEqual([]);
  });

  test("O112: the packed extension works by pi install, as it does by -e in all the others", async (context) => {
    const pi = await pi16(context);
    const installed = await run([...pi.command, "install", extension], { cwd: temporary.home, env: pi.env });
    expect(installed.code, installed.stderr).toBe(0);
    configure(pi, hostEntry(temporary.home, { clientAsks: true }));
    model.script([readNote]);
    const { calls } = await pi.prompt("Go on.");
    expect(textOf(calls[0])).toMatch(/the kettle is in the kitchen/);
  });

  test("tools that wait for a skill are declared once it is loaded", async (context) => {
    const pi = await pi16(context);
    const entry = hostEntry(temporary.home, { isLarge: true, clientAsks: true, exposure: "gated" });
    configure(pi, { ...entry, approve: ["desk__*"] });
    model.script([{ call: ours("load_skill"), args: { skill: "desk-work" } }, writeNote]);
    const { calls } = await pi.prompt("Go on.", "-e", extension);
    expect(model.turns[0]?.offered).toContain(ours("load_skill"));
    expect(model.turns[0]?.offered).not.toContain(writeNote.call);
    expect(model.turns[1]?.offered).toContain(writeNote.call);
    expect(calls.map(({ isError }) => isError)).toEqual([false, false]);
    expect(ranIn(temporary.home)).toEqual(["write_note milk"]);
  });

  test("without Pi's own MCP it brings its own connection, and shows the facade", async (context) => {
    const pi = await pi16(context);
    configure(pi, hostEntry(temporary.home, { clientAsks: true, isLarge: true }));
    const call = (tool: string, toolName: string, args: object) => ({
      call: ours(tool),
      args: { plugin: "desk", toolName, arguments: args },
    });
    model.script([
      { call: ours("discover"), args: { query: "read a note" } },
      call("call_readonly", "read_note", { title: "welcome" }),
      call("call", "write_note", writeNote.args),
    ]);
    const { calls } = await pi.prompt("Go on.", "-e", extension, "--no-mcp");
    expect(model.turns[0]?.offered).toContain(ours("discover"));
    expect(textOf(calls[0])).toMatch(/read_note/);
    expect(textOf(calls[1])).toMatch(/the kettle is in the kitchen/);
    expect(textOf(calls[2])).toMatch(/desk__write_note may change things/);
    const offered = "discover, call, call_readonly, run_skill, read, help";
    record(
      { client: "Pi 1.6, extension without Pi's MCP", catalogue: "1,000 tools", exposure: "compact", offered },
      model.turns,
    );
  });
});

test("Pi 0.73 with the extension: its own connection, the facade, the same gate", async (context) => {
  const found = await programOnNode24("pi-0.73");
  if ("reason" in found) return context.skip(found.reason);
  const file = join(found.modules, "@mariozechner/pi-coding-agent/dist/cli.js");
  const pi = piIn(temporary.home, model, [found.node, file]);
  configure(pi, hostEntry(temporary.home, { clientAsks: true }));
  const args = { toolName: "read_note", arguments: { title: "welcome" } };
  model.script([
    { call: ours("agent_tools_desk_call_readonly"), args },
    { call: ours("agent_tools_desk_call"), args: { toolName: "write_note", arguments: writeNote.args } },
  ]);
  const { calls, stderr } = await pi.prompt("Go on.", "-e", extension);
  expect(textOf(calls[0]), stderr).toMatch(/the kettle is in the kitchen/);
  expect(textOf(calls[1])).toMatch(/desk__write_note may change things/);
  record(
    { client: "Pi 0.73, extension", catalogue: "2 tools", exposure: "per-plugin", offered: "the facade" },
    model.turns,
  );
});

interface Question {
  readonly title: string;
  readonly message: string;
}

/** Runs one prompt in RPC mode and answers what is asked, in turn. */
function answering(pi: Pi, answers: readonly boolean[]): Promise<Question[]> {
  const [node, ...rest] = pi.command;
  const fixed = ["--mode", "rpc", "--model", "scripted/scripted-1", "--no-session", "-e", extension];
  const env = { ...bareEnvironment(temporary.home), ...pi.env };
  const child = spawn(node, [...rest, ...fixed], { cwd: temporary.home, env, stdio: ["pipe", "pipe", "ignore"] });
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const asked: Question[] = [];
  send({ id: "1", type: "prompt", message: "Go on." });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const event = JSON.parse(line);
    if (event.type === "extension_ui_request" && event.method === "confirm") {
      asked.push({ title: event.title, message: event.message });
      send({ type: "extension_ui_response", id: event.id, confirmed: answers[asked.length - 1] ?? false });
    }
    if (event.type === "agent_end") child.stdin.end();
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
    child.once("close", () => {
      clearTimeout(timer);
      resolve(asked);
    });
  });
}

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, type TestContext, test } from "vitest";
import { hostEntry, httpHost, isRunning, processOf, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { packed } from "./packed.js";
import { afterCrash, moves, ours, type Pi, type PiCall, piIn, textOf } from "./pi.js";
import { program, programOnNode24 } from "./programs.js";
import { bareEnvironment, run } from "./run.js";
import { stage } from "./stage.js";

const { search, readNote, writeNote, countWords } = moves;
let extension: string;

const on = stage();
beforeAll(async () => {
  extension = await packed("pi-extension");
});

async function pi16(context: TestContext): Promise<Pi> {
  const found = programOnNode24("pi");
  if ("reason" in found) return context.skip(found.reason);
  const file = join(found.modules, "@earendil-works/pi-coding-agent/dist/bundle/cli.js");
  return piIn(on.home, on.model, [found.node, file]);
}

function configure(pi: Pi, settings: object): void {
  writeFileSync(join(pi.folder, "agent-tools.json"), JSON.stringify(settings));
}

describe("Pi 1.6 with the extension", () => {
  test("a host of 1,000 tools over stdio: found by Pi's search, read, run, also after a crash; a write is refused where nobody can be asked; nothing runs on", async (context) => {
    const pi = await pi16(context);
    configure(pi, {
      ...hostEntry(on.home, { isLarge: true, clientAsks: true }),
      approve: ["desk__count_words"],
    });
    on.model.script([search, readNote, writeNote, countWords, afterCrash(readNote), readNote, readNote]);
    const { calls, code, stderr } = await pi.prompt("Go on.", "-e", extension);
    expect(code).toBe(0);
    expect(on.model.turns[0]?.offered).toContain("tool_search");
    expect(on.model.turns[0]?.offered).not.toContain(readNote.call);
    expect(on.model.turns[1]?.offered).toContain(readNote.call);
    const told = on.model.turns.map(({ body }) => JSON.stringify(body.messages?.at(-1)));
    expect(told[2]).toMatch(/the kettle is in the kitchen/);
    expect(told[3]).toMatch(/desk__write_note may change things, and nobody can be asked in json mode/);
    expect(told[4]).toMatch(/words\W+6/);
    const skill = ["count_words welcome", "read_note welcome"];
    expect(ranIn(on.home).slice(0, 3)).toEqual(["read_note welcome", ...skill]);
    expectRecovery(calls.slice(4), stderr);
    const offered = "tool_search, run_skill, read, help; 8 real ones once searched";
    record({ client: "Pi 1.6, extension", catalogue: "1,000 tools", exposure: "native", offered }, on.model.turns);
  });

  test("a host of two tools: all are declared at once, and what was approved beforehand runs", async (context) => {
    const pi = await pi16(context);
    configure(pi, hostEntry(on.home, { clientAsks: true }));
    on.model.script([writeNote]);
    const { calls } = await pi.prompt("Go on.", "-e", extension, "--agent-tools-approve", "desk__*");
    expect(on.model.turns[0]?.offered).toEqual(expect.arrayContaining([readNote.call, writeNote.call]));
    expect(calls.map(({ isError }) => isError)).toEqual([false]);
    expect(ranIn(on.home)).toEqual(["write_note milk"]);
    record(
      { client: "Pi 1.6, extension", catalogue: "2 tools", exposure: "native", offered: "the real tools" },
      on.model.turns,
    );
  });

  test("a host over HTTP dies and comes back: the model and the person are told, and the next call works", async (context) => {
    const pi = await pi16(context);
    const host = await httpHost(on.home, { clientAsks: true });
    try {
      configure(pi, { url: host.url });
      const stop = () => host.stop().then(() => readNote);
      const restart = () => host.restart().then(() => readNote);
      on.model.script([readNote, stop, restart]);
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
    on.model.script([]);
    const { code, stderr } = await pi.prompt("Go on.", "-e", extension);
    expect(code).toBe(0);
    expect(stderr).toMatch(/\[agent-tools\] The Agent Tools host is down/);
    expect(JSON.stringify(on.model.turns[0]?.body.messages)).toMatch(/The Agent Tools host is down/);
  });

  test("O111: given only a file with mcpServers, it builds the host itself", async (context) => {
    const pi = await pi16(context);
    const file = join(on.home, "servers.json");
    const entry = hostEntry(on.home, { exposure: "native", clientAsks: true });
    writeFileSync(file, JSON.stringify({ mcpServers: { office: entry } }));
    const read = { call: ours("office__desk__read_note"), args: { title: "welcome" } };
    on.model.script([{ call: "tool_search", args: { query: "read note" } }, read]);
    const { calls } = await pi.prompt("Go on.", "-e", extension, "--agent-tools-servers", file);
    // Nobody vouched for what the server says of its tools.
    expect(textOf(calls[1])).toMatch(/may change things, and nobody can be asked/);
    configure(pi, { servers: file, trust: ["office"] });
    on.model.script([{ call: "tool_search", args: { query: "read note" } }, read]);
    const trusted = await pi.prompt("Go on.", "-e", extension);
    expect(textOf(trusted.calls[1])).toMatch(/the kettle is in the kitchen/);
  });

  test("in RPC mode the person is asked, with the arguments; a no is told to the model and a yes runs the call", async (context) => {
    const pi = await pi16(context);
    configure(pi, hostEntry(on.home, { clientAsks: true }));
    on.model.script([writeNote, { ...writeNote, args: { title: "eggs", text: "six" } }]);
    const asked = await answering(pi, [false, true]);
    expect(asked.map(({ title }) => title)).toEqual(Array(2).fill("Run desk__write_note? It changes things."));
    expect(asked[0]?.message).toMatch(/"title": "milk"/);
    expect(ranIn(on.home)).toEqual(["write_note eggs"]);
    expect(JSON.stringify(on.model.turns[1]?.body.messages?.at(-1))).toMatch(
      /The person at Pi declined desk__write_note/,
    );
  });

  test("O114: /agent-tools tools shows what each tool may do, with no model", async (context) => {
    const pi = await pi16(context);
    configure(pi, { ...hostEntry(on.home, { clientAsks: true }), approve: ["desk__count*"] });
    on.model.script([]);
    const { stderr } = await pi.prompt("/agent-tools tools", "-e", extension);
    expect(stderr).toMatch(/Host: .* through Pi's own MCP/);
    expect(stderr).toMatch(/desk__read_note +runs \(only reads\)/);
    expect(stderr).toMatch(/desk__write_note +asks a person/);
    expect(on.model.turns).toEqual([]);
  });

  test("O112: the packed extension works by pi install, as it does by -e in all the others", async (context) => {
    const pi = await pi16(context);
    const installed = await run([...pi.command, "install", extension], { cwd: on.home, env: pi.env });
    expect(installed.code, installed.stderr).toBe(0);
    configure(pi, hostEntry(on.home, { clientAsks: true }));
    on.model.script([readNote]);
    const { calls } = await pi.prompt("Go on.");
    expect(textOf(calls[0])).toMatch(/the kettle is in the kitchen/);
  });

  test("tools that wait for a skill are declared once it is loaded", async (context) => {
    const pi = await pi16(context);
    const entry = hostEntry(on.home, { isLarge: true, clientAsks: true, exposure: "gated" });
    configure(pi, { ...entry, approve: ["desk__*"] });
    on.model.script([{ call: ours("load_skill"), args: { skill: "desk-work" } }, writeNote]);
    const { calls } = await pi.prompt("Go on.", "-e", extension);
    expect(on.model.turns[0]?.offered).toContain(ours("load_skill"));
    expect(on.model.turns[0]?.offered).not.toContain(writeNote.call);
    expect(on.model.turns[1]?.offered).toContain(writeNote.call);
    expect(calls.map(({ isError }) => isError)).toEqual([false, false]);
    expect(ranIn(on.home)).toEqual(["write_note milk"]);
  });

  test("without Pi's own MCP it brings its own connection, and its real tools wait for Pi's search as well", async (context) => {
    const pi = await pi16(context);
    configure(pi, { ...hostEntry(on.home, { clientAsks: true, isLarge: true }), approve: ["desk__count_words"] });
    on.model.script([search, readNote, writeNote, countWords, afterCrash(readNote), readNote, readNote]);
    const { calls, stderr } = await pi.prompt("Go on.", "-e", extension, "--no-mcp");
    expect(calls.slice(0, 4).map(({ isError }) => isError)).toEqual([false, false, true, false]);
    expect(on.model.turns[0]?.offered).not.toContain(readNote.call);
    expect(on.model.turns[1]?.offered).toContain(readNote.call);
    expect(textOf(calls[2])).toMatch(/desk__write_note may change things/);
    expectRecovery(calls.slice(4), stderr);
    const offered = "tool_search, run_skill, read, help; 2 real ones once searched";
    const client = "Pi 1.6, extension without Pi's MCP";
    record({ client, catalogue: "1,000 tools", exposure: "native", offered }, on.model.turns);
  });

  test("a script of Pi's code mode passes the same gate", async (context) => {
    const pi = await pi16(context);
    // A plain server beside it, whose tools Pi reaches by scripts.
    const plain = hostEntry(on.home, { clientAsks: true });
    writeFileSync(join(pi.folder, "mcp.json"), JSON.stringify({ mcpServers: { other: plain } }));
    configure(pi, hostEntry(on.home, { isLarge: true, clientAsks: true }));
    const script = ({ call, args }: { call: string; args: object }) => ({
      call: "codemode",
      args: { code: `return await tools.${call}(${JSON.stringify(args)});` },
    });
    on.model.script([script(readNote), script(writeNote)]);
    const { calls } = await pi.prompt("Go on.", "-e", extension);
    expect(on.model.turns[0]?.offered).toContain("codemode");
    const told = on.model.turns.map(({ body }) => JSON.stringify(body.messages?.at(-1)));
    expect(told[1]).toMatch(/the kettle is in the kitchen/);
    expect(told[2], JSON.stringify(calls)).toMatch(/desk__write_note may change things, and nobody can be asked/);
    expect(ranIn(on.home)).toEqual(["read_note welcome"]);
  });

  test("where pi-mcp-adapter has taken /mcp, too", async (context) => {
    const pi = await pi16(context);
    const found = program("pi-mcp-adapter");
    if ("reason" in found) return context.skip(found.reason);
    const adapter = join(found.modules, "pi-mcp-adapter");
    configure(pi, hostEntry(on.home, { clientAsks: true }));
    on.model.script([readNote, writeNote]);
    const { calls } = await pi.prompt("Go on.", "-e", adapter, "-e", extension);
    expect(on.model.turns[0]?.offered).toContain("mcp");
    expect(textOf(calls[0])).toMatch(/the kettle is in the kitchen/);
    expect(textOf(calls[1])).toMatch(/desk__write_note may change things/);
    const { stderr } = await pi.prompt("/agent-tools", "-e", extension, "-e", adapter);
    expect(stderr).toMatch(
      /through a connection of this extension\nUp, 5 tools\nRuns unasked: what only reads; nothing else/,
    );
  });
});

test("Pi 0.73 with the extension: its own connection, the facade, the same gate, all steps", async (context) => {
  const found = programOnNode24("pi-0.73");
  if ("reason" in found) return context.skip(found.reason);
  const file = join(found.modules, "@mariozechner/pi-coding-agent/dist/cli.js");
  const pi = piIn(on.home, on.model, [found.node, file]);
  configure(pi, { ...hostEntry(on.home, { isLarge: true, clientAsks: true }), approve: ["desk__count_words"] });
  const call = (tool: string, args: object) => ({ call: ours(tool), args: { plugin: "desk", ...args } });
  const read = call("call_readonly", { toolName: "read_note", arguments: { title: "welcome" } });
  on.model.script([
    { call: ours("discover"), args: { query: "read a note of the desk" } },
    read,
    call("call", { toolName: "write_note", arguments: writeNote.args }),
    call("run_skill", { skill: "count_words", arguments: { title: "welcome" } }),
    ...[afterCrash(read), read, read],
  ]);
  const { calls, stderr } = await pi.prompt("Go on.", "-e", extension);
  expect(
    calls.slice(0, 4).map(({ isError }) => isError),
    stderr,
  ).toEqual([false, false, true, false]);
  const told = on.model.turns.map(({ body }) => JSON.stringify(body.messages?.at(-1)));
  expect(told[1]).toMatch(/read_note/);
  expect(told[2]).toMatch(/the kettle is in the kitchen/);
  expect(told[3]).toMatch(/desk__write_note may change things/);
  expect(told[4]).toMatch(/words\W+6/);
  expectRecovery(calls.slice(4), stderr);
  const offered = "discover, call, call_readonly, run_skill, read, help";
  record({ client: "Pi 0.73, extension", catalogue: "1,000 tools", exposure: "compact", offered }, on.model.turns);
});

/**
 * Calls right after a crash of the host tell the model and the person, unless Pi had noticed the crash before; later ones work.
 * Nothing runs on once Pi has ended.
 */
function expectRecovery(calls: readonly PiCall[], stderr: string): void {
  const down = /The Agent Tools host is down: its program has ended\. The next call starts it again\./;
  const failed = calls.filter(({ isError }) => isError);
  for (const call of failed) expect(textOf(call)).toMatch(down);
  if (failed.length > 0) expect(stderr).toMatch(down);
  expect(textOf(calls.at(-1))).toMatch(/the kettle is in the kitchen/);
  expect(isRunning(processOf(textOf(calls.at(-1))))).toBe(false);
}

interface Question {
  readonly title: string;
  readonly message: string;
}

/** Runs one prompt in RPC mode and answers what is asked, in turn. */
function answering(pi: Pi, answers: readonly boolean[]): Promise<Question[]> {
  const [node, ...rest] = pi.command;
  const fixed = ["--mode", "rpc", "--model", "scripted/scripted-1", "--no-session", "-e", extension];
  const env = { ...bareEnvironment(on.home), ...pi.env };
  const child = spawn(node, [...rest, ...fixed], { cwd: on.home, env, stdio: ["pipe", "pipe", "ignore"] });
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

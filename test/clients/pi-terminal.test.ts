import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { hostEntry, ranIn } from "./host-process.js";
import { packed } from "./packed.js";
import { ours, piIn } from "./pi.js";
import { type ProgramName, programOnNode24 } from "./programs.js";
import { stage } from "./stage.js";
import { keys, noTerminal, processesOf, type Terminal, terminal } from "./terminal.js";

/** One version of Pi: how its model calls the desk, and what its person is told. */
interface Version {
  readonly program: ProgramName;
  readonly file: string;
  readonly exposure: string;
  call(tool: string, args: object): { readonly call: string; readonly args: object };
  /** What a question says that the call does. */
  readonly does: string;
  /** What `/agent-tools` and `/agent-tools tools` show. */
  readonly state: RegExp;
  readonly tools: RegExp;
}

const versions: Readonly<Record<string, Version>> = {
  "Pi 1.6": {
    program: "pi",
    file: "@earendil-works/pi-coding-agent/dist/bundle/cli.js",
    exposure: "auto",
    call: (tool, args) => ({ call: ours(`desk__${tool}`), args }),
    does: "changes things",
    state: /Host: .* through Pi's own MCP Up, 5 tools Runs unasked: what only reads; nothing else/,
    tools: /desk__read_note runs \(only reads\).* desk__write_note asks a person/,
  },
  "Pi 0.73": {
    program: "pi-0.73",
    file: "@mariozechner/pi-coding-agent/dist/cli.js",
    exposure: "compact",
    call: (tool, args) => ({
      call: ours(tool === "read_note" ? "call_readonly" : "call"),
      args: { plugin: "desk", toolName: tool, arguments: args },
    }),
    does: "may destroy or overwrite things",
    state: /Host: .* through a connection of this extension Up, 6 tools Runs unasked: what only reads; nothing else/,
    tools: /call asks a person .*call_readonly runs \(only reads\)/,
  },
};

let extension: string;
let screen: Terminal | undefined;

const on = stage();
beforeAll(async () => {
  extension = await packed("pi-extension");
});
afterEach(() => {
  screen?.close();
  screen = undefined;
  // Of a test that failed half-way.
  for (const { id } of processesOf(on.home)) process.kill(id, "SIGKILL");
});

test.for(Object.keys(versions))(
  "O114: %s on a terminal: the person sees each call and its result, is asked before a write, and is told of the host; nothing runs on",
  async (name, context) => {
    const { program, file, exposure, call, does, state, tools } = versions[name] as Version;
    const found = programOnNode24(program);
    if ("reason" in found) return context.skip(found.reason);
    const reason = noTerminal();
    if (reason !== undefined) return context.skip(reason);
    const pi = piIn(on.home, on.model, [found.node, join(found.modules, file)]);
    const entry = hostEntry(on.home, { clientAsks: true, exposure });
    writeFileSync(join(pi.folder, "agent-tools.json"), JSON.stringify(entry));
    const write = (title: string) => call("write_note", { title, text: "buy some" });
    on.model.script([call("read_note", { title: "welcome" }), write("milk"), write("eggs"), write("tea")]);

    const fixed = ["--model", "scripted/scripted-1", "--no-session", "-e", extension];
    const pie = terminal([...pi.command, ...fixed], { cwd: on.home, env: pi.env });
    screen = pie;
    const enter = async (words: string) => {
      pie.type(words);
      await pie.shows(new RegExp(words));
      pie.type(keys.enter);
    };
    const question = (title: string) =>
      new RegExp(`Run desk__write_note\\? It ${does}\\..*"title": "${title}".*→ Yes.*enter select`);

    await pie.shows(/\[Extensions\]/);
    await enter("Go on.");
    const first = await pie.shows(question("milk"));
    expect(first).toMatch(/agent-tools: \d tools/);
    expect(first).toMatch(/desk › read_note \{"title":"welcome"\}.*"text":"the kettle is in the kitchen"/);
    pie.type(keys.down);
    await pie.shows(/→ No/);
    pie.type(keys.enter);
    expect(await pie.shows(question("eggs"))).toMatch(/The person at Pi declined desk__write_note/);
    pie.type(keys.enter);
    expect(await pie.shows(question("tea"))).toMatch(/desk › write_note.*\{"title":"eggs","isWritten":true\}/);
    pie.type(keys.escape);
    expect(await pie.shows(/Done\./)).toMatch(/The person at Pi declined desk__write_note/);

    expect(ranIn(on.home)).toEqual(["read_note welcome", "write_note eggs"]);
    const told = on.model.turns.map(({ body }) => JSON.stringify(body.messages?.at(-1)));
    const declined = /declined desk__write_note\. Do not repeat the call/;
    expect(told.slice(2)).toEqual([
      ...[expect.stringMatching(declined), expect.stringMatching(/isWritten/), expect.stringMatching(declined)],
    ]);

    await enter("/agent-tools");
    await pie.shows(state);
    await enter("/agent-tools tools");
    await pie.shows(tools);
    expect(on.model.turns).toHaveLength(5);

    expect(processesOf(on.home).map(({ command }) => command)).toContainEqual(expect.stringContaining("host.mjs"));
    pie.type(keys.end);
    expect(await pie.ended()).toBe(0);
    expect(processesOf(on.home)).toEqual([]);
  },
);

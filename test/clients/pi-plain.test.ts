import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { hostEntry, httpHost, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { type ModelServer, modelServer } from "./model-server.js";
import { type Pi, piIn, textOf } from "./pi.js";
import { programOnNode24 } from "./programs.js";
import { temporaryHome } from "./run.js";

const ours = (name: string) => `mcp__agent_tools__${name}`;
const readNote = { call: ours("desk__read_note"), args: { title: "welcome" } };
const search = { call: "tool_search", args: { query: "read a note" } };

let model: ModelServer;
let temporary: ReturnType<typeof temporaryHome>;

beforeAll(async () => {
  model = await modelServer();
});
afterAll(() => model.close());
beforeEach(() => {
  temporary = temporaryHome();
});
afterEach(() => temporary.remove());

async function piWith(entry: object, context: TestContext): Promise<Pi> {
  const found = await programOnNode24("pi");
  if ("reason" in found) return context.skip(found.reason);
  const file = join(found.modules, "@earendil-works/pi-coding-agent/dist/bundle/cli.js");
  const pi = piIn(temporary.home, model, [found.node, file]);
  writeFileSync(join(pi.folder, "mcp.json"), JSON.stringify({ mcpServers: { "agent-tools": entry } }));
  return pi;
}

describe("Pi 1.6 with a plain mcpServers entry", () => {
  test("finds, reads and runs a skill among 1,000 tools; a write waits for a person, whom Pi does not ask", async (context) => {
    const entry = { ...hostEntry(temporary.home, { isLarge: true }), exposure: "deferred" };
    const pi = await piWith(entry, context);
    model.script([
      search,
      readNote,
      { call: ours("desk__write_note"), args: { title: "milk", text: "buy some" } },
      { call: "tool_search", args: { query: "run skill recipe" } },
      {
        call: ours("agent_tools_run_skill"),
        args: { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } },
      },
    ]);
    const { calls } = await pi.prompt("Go on.");
    expect(textOf(calls[1])).toMatch(/the kettle is in the kitchen/);
    expect(textOf(calls[2])).toMatch(/approval_required/);
    expect(textOf(calls[4])).toMatch(/"words":6/);
    expect(ranIn(temporary.home)).not.toContain("write_note milk");
    const offered = "tool_search; 8 real ones once searched";
    record({ client: "Pi 1.6, plain, deferred", catalogue: "1,000 tools", exposure: "native", offered }, model.turns);
  });

  test("by Pi's default, code: one script searches and calls", async (context) => {
    const pi = await piWith(hostEntry(temporary.home, { isLarge: true }), context);
    const code = `const found = await searchTools("read a note"); const result = await tools.${readNote.call}({ title: "welcome" }); return result.structuredContent;`;
    model.script([{ call: "codemode", args: { code } }]);
    const { calls } = await pi.prompt("Go on.");
    expect(calls.map(textOf).join("\n")).toMatch(/the kettle is in the kitchen/);
    record(
      { client: "Pi 1.6, plain, code", catalogue: "1,000 tools", exposure: "native", offered: "codemode" },
      model.turns,
    );
  });

  test("every tool declared: what all of it would cost", async (context) => {
    const entry = { ...hostEntry(temporary.home, { isLarge: true }), exposure: "direct" };
    const pi = await piWith(entry, context);
    model.script([readNote]);
    const { calls } = await pi.prompt("Go on.");
    expect(textOf(calls[0])).toMatch(/the kettle is in the kitchen/);
    expect(model.turns[0]?.offered.length).toBeGreaterThan(1_000);
    record(
      { client: "Pi 1.6, plain, direct", catalogue: "1,000 tools", exposure: "native", offered: "every tool" },
      model.turns,
    );
  });

  test("survives a restart of the host", async (context) => {
    const host = await httpHost(temporary.home);
    try {
      const pi = await piWith({ url: host.url, exposure: "deferred" }, context);
      model.script([search, readNote, () => host.restart().then(() => readNote)]);
      const { calls } = await pi.prompt("Go on.");
      expect(calls.map(({ isError }) => isError)).toEqual([false, false, false]);
      const processes = calls.slice(1).map((call) => /"process":(\d+)/.exec(textOf(call))?.[1]);
      expect(new Set(processes).size).toBe(2);
    } finally {
      await host.stop();
    }
  });
});

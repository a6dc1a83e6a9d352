import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, type TestContext, test } from "vitest";
import { hostEntry, httpHost, processOf, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { afterCrash, moves, type Pi, piIn, textOf } from "./pi.js";
import { programOnNode24 } from "./programs.js";
import { stage } from "./stage.js";

const { search, readNote, writeNote, countWords } = moves;

const on = stage();

async function piWith(entry: object, context: TestContext): Promise<Pi> {
  const found = programOnNode24("pi");
  if ("reason" in found) return context.skip(found.reason);
  const file = join(found.modules, "@earendil-works/pi-coding-agent/dist/bundle/cli.js");
  const pi = piIn(on.home, on.model, [found.node, file]);
  writeFileSync(join(pi.folder, "mcp.json"), JSON.stringify({ mcpServers: { "agent-tools": entry } }));
  return pi;
}

describe("Pi 1.6 with a plain mcpServers entry", () => {
  test("finds, reads and runs a skill among 1,000 tools, also after a crash; a write waits for a person, whom Pi does not ask", async (context) => {
    const entry = { ...hostEntry(on.home, { isLarge: true }), exposure: "deferred" };
    const pi = await piWith(entry, context);
    on.model.script([
      search,
      readNote,
      writeNote,
      { call: "tool_search", args: { query: "run skill recipe" } },
      countWords,
      ...[afterCrash(readNote), readNote, readNote],
    ]);
    const { calls } = await pi.prompt("Go on.");
    expect(calls.slice(0, 5).map(({ isError }) => isError)).toEqual([false, false, true, false, false]);
    // Calls right after the crash find the connection closed, until Pi has noticed that.
    expect(calls.at(-1)?.isError).toBe(false);
    expect(on.model.turns[0]?.offered).not.toContain(readNote.call);
    expect(on.model.turns[1]?.offered).toContain(readNote.call);
    const told = on.model.turns.map(({ body }) => JSON.stringify(body.messages?.at(-1)));
    expect(told[2]).toMatch(/the kettle is in the kitchen/);
    expect(told[3]).toMatch(/approval_required/);
    expect(told[5]).toMatch(/words\W+6/);
    expect(processOf(textOf(calls.at(-1)))).not.toBe(processOf(textOf(calls[1])));
    expect(ranIn(on.home)).not.toContain("write_note milk");
    const offered = "tool_search; 8 real ones once searched";
    record(
      { client: "Pi 1.6, plain, deferred", catalogue: "1,000 tools", exposure: "native", offered },
      on.model.turns,
    );
  });

  test("by Pi's default, code: one script searches and calls", async (context) => {
    const pi = await piWith(hostEntry(on.home, { isLarge: true }), context);
    const code = `const found = await searchTools("read a note"); const result = await tools.${readNote.call}({ title: "welcome" }); return result.structuredContent;`;
    on.model.script([{ call: "codemode", args: { code } }]);
    const { calls } = await pi.prompt("Go on.");
    expect(calls.map(textOf).join("\n")).toMatch(/the kettle is in the kitchen/);
    record(
      { client: "Pi 1.6, plain, code", catalogue: "1,000 tools", exposure: "native", offered: "codemode" },
      on.model.turns,
    );
  });

  test("every tool declared: what all of it would cost", async (context) => {
    const entry = { ...hostEntry(on.home, { isLarge: true }), exposure: "direct" };
    const pi = await piWith(entry, context);
    on.model.script([readNote]);
    const { calls } = await pi.prompt("Go on.");
    expect(textOf(calls[0])).toMatch(/the kettle is in the kitchen/);
    expect(on.model.turns[0]?.offered.length).toBeGreaterThan(1_000);
    record(
      { client: "Pi 1.6, plain, direct", catalogue: "1,000 tools", exposure: "native", offered: "every tool" },
      on.model.turns,
    );
  });

  test("survives a restart of the host", async (context) => {
    const host = await httpHost(on.home);
    try {
      const pi = await piWith({ url: host.url, exposure: "deferred" }, context);
      on.model.script([search, readNote, () => host.restart().then(() => readNote)]);
      const { calls } = await pi.prompt("Go on.");
      expect(calls.map(({ isError }) => isError)).toEqual([false, false, false]);
      const processes = calls.slice(1).map((call) => processOf(textOf(call)));
      expect(new Set(processes).size).toBe(2);
    } finally {
      await host.stop();
    }
  });
});

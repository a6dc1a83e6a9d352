import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, type TestContext, test } from "vitest";
import { type HostOptions, hostEntry, httpHost, processOf, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import type { Step, Turn } from "./model-server.js";
import { programOnNode24 } from "./programs.js";
import { bareEnvironment, jsonLines, run } from "./run.js";
import { stage } from "./stage.js";

const namespace = "mcp__office";
const readNote = { namespace, call: "desk__read_note", args: { title: "welcome" } };
const writeNote = { namespace, call: "desk__write_note", args: { title: "milk", text: "buy some" } };
const countWords = {
  namespace,
  call: "agent_tools_run_skill",
  args: { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } },
};
const search = { call: "tool_search", args: { query: "read a note" } };

const on = stage();

interface CodexItem {
  readonly type: string;
  readonly item?: {
    readonly type: string;
    readonly tool?: string;
    readonly status?: string;
    readonly result?: unknown;
    readonly error?: { readonly message: string };
  };
}

/** Runs `codex exec` with the server under the name `office`, and gives the MCP calls that it tells of. */
async function codex(server: string, slug: string, moves: readonly Step[], context: TestContext) {
  const found = programOnNode24("codex");
  if ("reason" in found) return context.skip(found.reason);
  const folder = join(on.home, "codex");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.toml"), `${settings(slug)}\n[mcp_servers.office]\n${server}\n`);
  on.model.script(moves);
  const env = { ...bareEnvironment(on.home), CODEX_HOME: folder, SCRIPTED_KEY: "none" };
  const fixed = ["exec", "--json", "--ephemeral", "--skip-git-repo-check", "-C", on.home, "Go on."];
  const file = join(found.modules, "@openai/codex/bin/codex.js");
  const ended = await run([found.node, file, ...fixed], { cwd: on.home, env });
  const items = jsonLines<CodexItem>(ended.stdout).filter(
    ({ type, item }) => type === "item.completed" && item?.type === "mcp_tool_call",
  );
  return { ...ended, calls: items.flatMap(({ item }) => (item ? [item] : [])) };
}

function settings(slug: string): string {
  return `
model = "${slug}"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "read-only"
check_for_update_on_startup = false
web_search = "disabled"
[analytics]
enabled = false
[feedback]
enabled = false
[history]
persistence = "none"
[model_providers.scripted]
name = "scripted"
base_url = "${on.model.url}"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false`;
}

function stdioServer(options: HostOptions): string {
  return programServer(hostEntry(on.home, options));
}

function programServer({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  return `command = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\nrequired = true\nstartup_timeout_sec = 60`;
}

/** Finds, reads, writes, runs a skill that is approved by name, and makes a last move. What the model was told is checked. */
async function takeSteps(server: string, last: Step, context: TestContext) {
  const approved = `${server}\n[mcp_servers.office.tools.agent_tools_run_skill]\napproval_mode = "approve"`;
  const { calls, stderr } = await codex(approved, "gpt-5.5", [search, readNote, writeNote, countWords, last], context);
  const [read, written, ran] = calls;
  expect([read?.status, written?.status, ran?.status], stderr).toEqual(["completed", "failed", "completed"]);
  expect(ranIn(on.home).slice(0, 3)).toEqual(["read_note welcome", "count_words welcome", "read_note welcome"]);
  const { turns } = on.model;
  const told = turns.map(({ body }) => JSON.stringify(body.input));
  expect(turns[0]?.offered.some((name) => name.startsWith(namespace))).toBe(false);
  expect(told[1]).toMatch(/desk__read_note/);
  expect(told[2]).toMatch(/the kettle is in the kitchen/);
  expect(told[3]).toMatch(/requires approval/);
  expect(told[4]).toMatch(/words\W+6/);
  return { calls, told };
}

describe("Codex 0.169", () => {
  const searched = { catalogue: "1,000 tools", exposure: "native", offered: "tool_search; 8 real ones once searched" };

  test("over HTTP, 1,000 tools, a model that searches: all steps, and a restart of the host costs nothing", async (context) => {
    const host = await httpHost(on.home, { isLarge: true });
    try {
      const again = () => host.restart().then(() => readNote);
      const { calls } = await takeSteps(`url = "${host.url}"\nrequired = true`, again, context);
      expect(calls[3]?.status).toBe("completed");
      expect(processOf(JSON.stringify(calls[3]))).not.toBe(processOf(JSON.stringify(calls[0])));
      expect(ranIn(on.home)[3]).toBe("read_note welcome");
      record({ client: "Codex 0.169, gpt-5.5, HTTP", ...searched }, on.model.turns);
    } finally {
      await host.stop();
    }
  });

  test("over stdio, the same: all steps; a host that dies is gone for the session, as the model is told, and there in the next", async (context) => {
    const server = stdioServer({ isLarge: true });
    const again = ({ body }: Turn) => {
      process.kill(processOf(JSON.stringify(body.input)), "SIGKILL");
      return readNote;
    };
    const { calls, told } = await takeSteps(server, again, context);
    expect(calls[3]?.status).toBe("failed");
    // "Transport closed", or that it could not be written to: whichever Codex notices first.
    expect(told[5]).toMatch(/tool call failed for `office\/desk__read_note`/);
    record({ client: "Codex 0.169, gpt-5.5, stdio", ...searched }, on.model.turns);
    const next = await codex(server, "gpt-5.5", [search, readNote], context);
    expect(next.calls.map(({ status }) => status)).toEqual(["completed"]);
  });

  test("over stdio by agent-tools stdio, before a host over HTTP: all steps, and a restart of the host costs nothing", async (context) => {
    const host = await httpHost(on.home, { isLarge: true });
    try {
      const server = programServer({ command: process.execPath, args: [inject("commandLine"), "stdio", host.url] });
      const again = () => host.restart().then(() => readNote);
      const { calls } = await takeSteps(server, again, context);
      expect(calls[3]?.status).toBe("completed");
      expect(processOf(JSON.stringify(calls[3]))).not.toBe(processOf(JSON.stringify(calls[0])));
      expect(ranIn(on.home).slice(3)).toEqual(["read_note welcome"]);
    } finally {
      await host.stop();
    }
  });

  test("a model that is not known to search is given every tool", async (context) => {
    const { calls, stderr } = await codex(stdioServer({}), "scripted", [readNote], context);
    expect(
      calls.map(({ status }) => status),
      stderr,
    ).toEqual(["completed"]);
    expect(on.model.turns[0]?.offered).toContain(`${namespace}.desk__read_note`);
    record(
      { client: "Codex 0.169, unknown model", catalogue: "2 tools", exposure: "native", offered: "the real tools" },
      on.model.turns,
    );
  });

  test.for(["native", "compact"] as const)("such a model with 1,000 tools, %s", async (exposure, context) => {
    const args = { plugin: "desk", toolName: "read_note", arguments: { title: "welcome" } };
    const move = exposure === "native" ? readNote : { namespace, call: "call_readonly", args };
    const { calls, stderr } = await codex(stdioServer({ isLarge: true, exposure }), "scripted", [move], context);
    expect(JSON.stringify(calls[0]?.result), stderr).toMatch(/the kettle is in the kitchen/);
    const client = `Codex 0.169, unknown model, ${exposure}`;
    const offered = exposure === "native" ? "every tool" : "discover, call, call_readonly, run_skill, read, help";
    record({ client, catalogue: "1,000 tools", exposure, offered }, on.model.turns);
  });
});

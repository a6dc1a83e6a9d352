import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { type HostOptions, hostEntry, httpHost, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { type ModelServer, modelServer, type Step } from "./model-server.js";
import { programOnNode24 } from "./programs.js";
import { bareEnvironment, jsonLines, run, temporaryHome } from "./run.js";

const namespace = "mcp__office";
const readNote = { namespace, call: "desk__read_note", args: { title: "welcome" } };
const writeNote = { namespace, call: "desk__write_note", args: { title: "milk", text: "buy some" } };
const countWords = {
  namespace,
  call: "agent_tools_run_skill",
  args: { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } },
};
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
  const found = await programOnNode24("codex");
  if ("reason" in found) return context.skip(found.reason);
  const folder = join(temporary.home, "codex");
  mkdirSync(folder);
  writeFileSync(join(folder, "config.toml"), `${settings(slug)}\n[mcp_servers.office]\n${server}\n`);
  model.script(moves);
  const env = { ...bareEnvironment(temporary.home), CODEX_HOME: folder, SCRIPTED_KEY: "none" };
  const fixed = ["exec", "--json", "--ephemeral", "--skip-git-repo-check", "-C", temporary.home, "Go on."];
  const file = join(found.modules, "@openai/codex/bin/codex.js");
  const ended = await run([found.node, file, ...fixed], { cwd: temporary.home, env });
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
base_url = "${model.url}"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false`;
}

function stdioServer(options: HostOptions): string {
  const { command, args } = hostEntry(temporary.home, options);
  return `command = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\nrequired = true\nstartup_timeout_sec = 60`;
}

describe("Codex 0.169", () => {
  test("over stdio, 1,000 tools, a model that searches: finds and reads; a write is refused; a skill runs where it is approved", async (context) => {
    const approved = `${stdioServer({ isLarge: true })}\n[mcp_servers.office.tools.agent_tools_run_skill]\napproval_mode = "approve"`;
    const { calls, stderr } = await codex(approved, "gpt-5.5", [search, readNote, writeNote, countWords], context);
    expect(
      calls.map(({ status }) => status),
      stderr,
    ).toEqual(["completed", "failed", "completed"]);
    expect(JSON.stringify(calls[0]?.result)).toMatch(/the kettle is in the kitchen/);
    expect(calls[1]?.error?.message).toMatch(/requires approval/);
    expect(model.turns[0]?.offered.some((name) => name.startsWith(namespace))).toBe(false);
    expect(JSON.stringify(model.turns[1]?.body.input)).toMatch(/desk__read_note/);
    expect(ranIn(temporary.home)).toEqual(["read_note welcome", "count_words welcome", "read_note welcome"]);
    const offered = "tool_search; 8 real ones once searched";
    record({ client: "Codex 0.169, gpt-5.5", catalogue: "1,000 tools", exposure: "native", offered }, model.turns);
  });

  test("a model that is not known to search is given every tool", async (context) => {
    const { calls, stderr } = await codex(stdioServer({}), "scripted", [readNote], context);
    expect(
      calls.map(({ status }) => status),
      stderr,
    ).toEqual(["completed"]);
    expect(model.turns[0]?.offered).toContain(`${namespace}.desk__read_note`);
    record(
      { client: "Codex 0.169, unknown model", catalogue: "2 tools", exposure: "native", offered: "the real tools" },
      model.turns,
    );
  });

  test.for(["native", "compact"] as const)("such a model with 1,000 tools, %s", async (exposure, context) => {
    const args = { plugin: "desk", toolName: "read_note", arguments: { title: "welcome" } };
    const move = exposure === "native" ? readNote : { namespace, call: "call_readonly", args };
    const { calls, stderr } = await codex(stdioServer({ isLarge: true, exposure }), "scripted", [move], context);
    expect(JSON.stringify(calls[0]?.result), stderr).toMatch(/the kettle is in the kitchen/);
    const client = `Codex 0.169, unknown model, ${exposure}`;
    const offered = exposure === "native" ? "every tool" : "discover, call, call_readonly, run_skill, read, help";
    record({ client, catalogue: "1,000 tools", exposure, offered }, model.turns);
  });

  test("over HTTP it survives a restart of the host", async (context) => {
    const host = await httpHost(temporary.home);
    try {
      const server = `url = "${host.url}"\nrequired = true`;
      const moves = [readNote, () => host.restart().then(() => readNote)];
      const { calls, stderr } = await codex(server, "scripted", moves, context);
      expect(
        calls.map(({ status }) => status),
        stderr,
      ).toEqual(["completed", "completed"]);
      const processes = calls.map(({ result }) => /process\D+(\d+)/.exec(JSON.stringify(result))?.[1]);
      expect(new Set(processes).size).toBe(2);
    } finally {
      await host.stop();
    }
  });
});

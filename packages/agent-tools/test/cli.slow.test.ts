import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const host = fileURLToPath(new URL("fixture-host.mjs", import.meta.url));
const tsx = import.meta.resolve("tsx");

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "agent-tools-cli-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs the command line in a home folder of its own. */
function run(...args: string[]): Promise<{ code: number | null; out: string }> {
  const env = { PATH: process.env["PATH"], HOME: home, NEEDED: "s3cret-value" };
  const child = spawn(process.execPath, ["--conditions=@agent-tools/source", "--import", tsx, cli, ...args], {
    cwd: home,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out })));
}

test("connect writes absolute paths, tries what it wrote, and says what comes next (O113); undo leaves no trace", async () => {
  const file = join(home, ".codex", "config.toml");
  mkdirSync(join(home, ".codex"));
  const before = '# mine\nmodel = "x" # kept\n';
  writeFileSync(file, before);
  const connected = await run("connect", "codex", "--", "node", host);
  expect(connected).toMatchObject({ code: 0, out: expect.stringContaining("it starts and lists 1 tools: discover") });
  expect(connected.out).toContain("Start a new session.");
  expect(connected.out).toContain("agent-tools connect codex --undo takes it out again.");
  expect(connected.out).toContain(join(home, ".codex", "log"));
  const text = readFileSync(file, "utf8");
  expect(text.startsWith(before)).toBe(true);
  expect(text).toMatch(/command = "\/.*node"/);
  expect(await run("doctor", "codex")).toMatchObject({ code: 0 });
  const undone = await run("connect", "codex", "--undo");
  expect(undone).toMatchObject({ code: 0, out: expect.stringContaining('no longer has "agent-tools"') });
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("doctor starts the program with what the client hands to it, and says what is missing", async () => {
  const without = await run("connect", "codex", "--", "node", host, "--needs");
  expect(without.code).toBe(1);
  expect(without.out).toMatch(/NEEDED is not set\.\n {6}\| NEEDED is not set\.\n {6}Codex starts it/);
  expect(without.out).toContain(`Codex starts it in ${realpathSync(home)}, with HOME, PATH. Name what it needs`);
  const named = await run("connect", "codex", "--env", "NEEDED", "--", "node", host, "--needs");
  expect(named).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, ".codex", "config.toml"), "utf8")).not.toContain("s3cret-value");
  const other = await run("connect", "opencode", "--env", "NEEDED", "--", "node", host, "--needs");
  expect(other).toMatchObject({ code: 0 });
});

test.each([
  // What a server was seen to get of each: test/clients, docs/clients.md.
  ["claude-code", true],
  ["opencode", true],
  ["pi", true],
  ["cursor", true],
  ["codex", false],
  ["claude-desktop", false],
  ["hermes", false],
  ["gemini-cli", true],
])("doctor hands on what %s does: a variable that no entry names: %s", async (client, isHandedOn) => {
  const { code } = await run("connect", client, "--", "node", host, "--needs");
  expect(code).toBe(isHandedOn ? 0 : 1);
});

test("doctor starts the program where the client would, and in the folder that its entry says", async () => {
  const folder = async (client: string) => {
    const { out } = await run("snippet", client);
    return /Started in (.*)\./.exec(out)?.[1];
  };
  for (const client of ["codex", "claude-desktop"]) await run("connect", client, "--no-verify", "--", "node", host);
  expect(await folder("codex")).toBe(realpathSync(home));
  expect(await folder("claude-desktop")).toBe("/");
  const other = join(home, "elsewhere");
  mkdirSync(other);
  appendFileSync(join(home, ".codex", "config.toml"), `cwd = ${JSON.stringify(other)}\n`);
  expect(await folder("codex")).toBe(realpathSync(other));
});

test("snippet says to each client what the server says to it, and where to put it", async () => {
  for (const client of ["codex", "claude-code"]) await run("connect", client, "--no-verify", "--", "node", host);
  const codex = await run("snippet", "codex");
  expect(codex.out).toMatch(/^For AGENTS\.md, which Codex reads:\n## Tools: agent-tools\n\nAsk discover first\./);
  expect(codex.out).toContain("has `discover`.");
  const claude = await run("snippet", "claude-code");
  expect(claude.out).toMatch(/^For CLAUDE\.md/);
  expect(claude.out).toMatch(/`desk__tool_0`, .*`desk__tool_11` and 28 more: search for what you need\./);
  const skill = await run("snippet", "claude-code", "--skill");
  expect(skill.out).toMatch(
    /SKILL\.md .*\n---\nname: agent-tools\ndescription: "When .*"\n---\n\n## Tools: agent-tools/,
  );
});

test("undo gives back the entry that was there, and says so", async () => {
  const file = join(home, "mcp.json");
  const mine = '{"mcpServers": {"agent-tools": {"command": "mine"}}} // mine';
  writeFileSync(file, mine);
  await run("connect", "cursor", "--file", file, "--no-verify", "--", "node", host);
  const undone = await run("connect", "cursor", "--file", file, "--undo");
  expect(undone.out).toContain('has the "agent-tools" again that it had before');
  expect(readFileSync(file, "utf8")).toBe(mine);
});

test("doctor names what fails: no entry, an entry that is none, no such program", async () => {
  const none = await run("doctor", "cursor");
  expect(none).toMatchObject({ code: 1, out: expect.stringContaining('has no server "agent-tools"') });
  mkdirSync(join(home, ".cursor"));
  const file = join(home, ".cursor", "mcp.json");
  writeFileSync(file, '{"mcpServers": {"agent-tools": "node"}}');
  expect(await run("doctor", "cursor")).toMatchObject({ code: 1, out: expect.stringMatching(/Give a command .*\n$/) });
  writeFileSync(file, '{"mcpServers": {"agent-tools": {"command": "/no/such/program"}}}');
  const gone = await run("doctor", "cursor");
  expect(gone).toMatchObject({ code: 1, out: expect.stringContaining("/no/such/program") });
});

test("O112: print shows the entry in the client's own form and the client's own command, and writes nothing", async () => {
  for (const client of ["codex", "hermes", "droid", "pi", "claude-code"]) {
    const { code, out } = await run("connect", client, "--print", "--url", "http://127.0.0.1:8321/mcp");
    expect(code).toBe(0);
    expect(out).toMatch(/(codex|hermes|droid|pi|claude) mcp add/);
  }
  const url = ["--url", "http://127.0.0.1:8321/mcp", "--token-env", "HOST_TOKEN"];
  const codex = await run("connect", "codex", "--print", ...url);
  expect(codex.out).toMatch(/\[mcp_servers\.agent-tools\]\nurl = "http.*\nbearer_token_env_var = "HOST_TOKEN"/);
  expect(codex.out).not.toContain("says nothing of");
  const claude = await run("connect", "claude-code", "--print", ...url);
  expect(claude.out).toMatch(/"Authorization": "Bearer \$\{HOST_TOKEN\}"/);
  expect(claude.out).toContain("the command says nothing of HOST_TOKEN");
  expect((await run("connect", "eve", "--print", ...url)).out).toContain("agentToolsConnection({");
  expect(existsSync(join(home, ".codex"))).toBe(false);
});

test("what is wrong with a command line is said, with what to do", async () => {
  expect(await run("connect", "codex")).toMatchObject({ code: 1, out: expect.stringContaining('behind "--"') });
  expect(await run("connect")).toMatchObject({ code: 1, out: expect.stringContaining("Known are: claude-desktop") });
  expect(await run("connect", "codex", "--nmae", "x")).toMatchObject({
    code: 1,
    out: expect.stringContaining("--nmae"),
  });
  const url = ["--url", "http://127.0.0.1:8321/mcp"];
  for (const [words, ...args] of [
    ["--token-env has no meaning without --url", "--token-env", "HOST_TOKEN", "--", "node", host],
    ["--env has no meaning beside --url", ...url, "--env", "NEEDED"],
    ["a program has no meaning beside --url", ...url, "--", "node", host],
  ] as const) {
    expect(await run("connect", "codex", ...args)).toMatchObject({ code: 1, out: expect.stringContaining(words) });
  }
  expect(existsSync(join(home, ".codex"))).toBe(false);
  expect(await run("frobnicate")).toMatchObject({ code: 2, out: expect.stringContaining("no command") });
  expect(await run("clients")).toMatchObject({ code: 0, out: expect.stringContaining("windsurf") });
});

test("what takes an entry out again is told with the entry's name", async () => {
  const named = await run("connect", "codex", "--name", "my desk", "--no-verify", "--", "node", host);
  expect(named.out).toContain("agent-tools connect codex --name 'my desk' --undo takes it out again.");
});

test("help is there behind a command, too, and is the program's own behind --", async () => {
  expect(await run("http", "--help")).toMatchObject({ code: 0, out: expect.stringMatching(/^agent-tools <command>/) });
  const program = await run("stdio", "--", process.execPath, "-e", "process.exit(3)", "--", "--help");
  expect(program).toMatchObject({ code: 1, out: expect.stringContaining("code 3") });
});

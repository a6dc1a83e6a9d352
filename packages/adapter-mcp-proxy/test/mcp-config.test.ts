// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files look like this.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromMcpConfig, type McpConfigOptions } from "@agent-tools/adapter-mcp-proxy";
import { type Plugin, standaloneContext, standaloneHost } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { httpServer, rawServer, stopServers } from "./servers.js";

async function file(name: string, text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "mcp-proxy-")), name);
  await writeFile(path, text);
  return path;
}

const read = (source: string | object, options: McpConfigOptions = {}) =>
  fromMcpConfig(source, { variables: {}, ...options });

/** Lists the tools of a plugin as a host would, and closes it. */
async function toolsOf(plugin: Plugin, secrets: Record<string, string> = {}): Promise<number> {
  const adapter = await plugin.createAdapter?.(standaloneHost({ log() {} }));
  try {
    return (await adapter?.listTools(standaloneContext({ secrets })))?.tools.length ?? 0;
  } finally {
    await adapter?.close?.();
  }
}

describe("the forms that clients use", () => {
  const { command, args } = rawServer();

  test("Claude, Cursor and others: mcpServers", async () => {
    const path = await file("mcp.json", JSON.stringify({ mcpServers: { raw: { command, args } } }));
    const { plugins, problems } = await read(path);
    expect(problems).toEqual([]);
    expect(plugins).toMatchObject([{ name: "raw", prefix: "raw" }]);
    expect(await toolsOf(plugins[0] as Plugin)).toBeGreaterThan(0);
  });

  test("VS Code: servers, with comments, trailing commas and inputs", async () => {
    const text = `{
      // what VS Code writes
      "inputs": [{ "id": "token", "type": "promptString", "password": true }],
      "servers": { "raw": { "type": "stdio", "command": ${JSON.stringify(command)}, "args": ${JSON.stringify(args)},
        "env": { "TOKEN": "\${input:token}", "PLACE": "\${workspaceFolder}", }, }, },
    }`;
    const { plugins, problems } = await read(await file("mcp.json", text), { variables: { token: "x" } });
    expect(problems).toEqual([]);
    expect(plugins).toMatchObject([{ secrets: ["token"] }]);
    expect(await toolsOf(plugins[0] as Plugin, { token: "x" })).toBeGreaterThan(0);
    expect((await read({ mcp: { servers: { raw: { command } } } })).plugins).toHaveLength(1);
  });

  test("Codex: TOML, with variables by name and switched-off tools", async () => {
    const text = `
      [mcp_servers.local]
      command = ${JSON.stringify(command)}
      args = ${JSON.stringify(args)}
      env_vars = ["LOCAL_KEY", "NOT_SET"]
      startup_timeout_sec = 20
      enabled_tools = ["array", "scalar"]
      disabled_tools = ["scalar"]
      [mcp_servers.remote]
      url = "https://example.test/mcp"
      bearer_token_env_var = "REMOTE_TOKEN"
      http_headers = { "X-Fixed" = "1" }
      env_http_headers = { "X-Key" = "REMOTE_KEY" }
      [mcp_servers.off]
      command = "off"
      enabled = false
    `;
    const variables = { LOCAL_KEY: "l", REMOTE_TOKEN: "t", REMOTE_KEY: "k" };
    const { plugins, problems } = await read(await file("config.toml", text), { variables });
    expect(problems).toEqual([]);
    expect(plugins.map(({ name, secrets }) => [name, secrets])).toEqual([
      ["local", ["LOCAL_KEY"]],
      ["remote", ["REMOTE_KEY", "REMOTE_TOKEN"]],
    ]);
    expect(await toolsOf(plugins[0] as Plugin, { LOCAL_KEY: "l" })).toBe(1);
  });

  test("O30 a url is Streamable HTTP with type http, remote, streamable-http, streamableHttp and none", async () => {
    const { url } = await httpServer("v1", { token: "t0ken" });
    const types = ["http", "remote", "streamable-http", "streamableHttp", undefined];
    const entry = (type?: string) => ({
      ...(type && { type }),
      url,
      headers: { Authorization: "Bearer ${env:TOKEN}" },
    });
    const mcpServers = Object.fromEntries(types.map((type) => [String(type), entry(type)]));
    const { plugins, problems } = await read({ mcpServers }, { variables: { TOKEN: "t0ken" } });
    expect(problems).toEqual([]);
    expect(plugins).toHaveLength(types.length);
    for (const plugin of plugins) expect(await toolsOf(plugin, { TOKEN: "t0ken" })).toBeGreaterThan(0);
    await stopServers();
  });

  test.each(["stdio", "local", undefined])("O30 type %s with a command is a program", async (type) => {
    const { plugins } = await read({ mcpServers: { raw: { ...(type && { type }), command, args } } });
    expect(await toolsOf(plugins[0] as Plugin)).toBeGreaterThan(0);
  });

  test("O30 type sse is the transport of 2024-11-05", async () => {
    const { url } = await httpServer("v1", { sse: true });
    const { plugins } = await read({ mcpServers: { old: { type: "sse", url: url.replace(/mcp$/, "sse") } } });
    expect(await toolsOf(plugins[0] as Plugin)).toBeGreaterThan(0);
    await stopServers();
  });
});

describe("variables", () => {
  test("in env, headers and url they become secrets by name, unless they are well known or have a default", async () => {
    const server = {
      command: "x",
      env: { A: "${KEY}", B: "pre-${env:OTHER}", C: "${HOME}/x", D: "${LEVEL:-info}", E: "{{secrets.DIRECT}}" },
    };
    const { plugins, problems } = await read(
      { mcpServers: { s: server } },
      { variables: { KEY: "1", OTHER: "2", HOME: "/h" } },
    );
    expect(problems).toEqual([]);
    expect(plugins[0]?.secrets).toEqual(["KEY", "OTHER", "DIRECT"]);
    const web = await read(
      { mcpServers: { w: { url: "https://x.test/mcp?key=${KEY}" } } },
      { variables: { KEY: "1" } },
    );
    expect(web.plugins[0]?.secrets).toEqual(["KEY"]);
  });

  test("a secret that is not set is told, and the server is there all the same", async () => {
    const { plugins, problems } = await read({ mcpServers: { s: { command: "x", env: { A: "${KEY}" } } } });
    expect(plugins).toHaveLength(1);
    expect(problems).toEqual([{ source: "s", field: "env.A", message: expect.not.stringContaining("left out") }]);
  });

  test("an argument whose variable is not set leaves the server out, and names the argument", async () => {
    const servers = { s: { command: "x", args: ["--dir", "${NOWHERE}"] }, t: { command: "y" } };
    const { plugins, problems } = await read({ mcpServers: servers });
    expect(plugins.map(({ name }) => name)).toEqual(["t"]);
    expect(problems).toEqual([
      { source: "s", field: "args[1]", message: expect.stringMatching(/\$\{NOWHERE\}.*left out/) },
    ]);
  });
});

describe("what is wrong", () => {
  test.each([
    ["no command and no url", {}, "command"],
    ["a command that is no text", { command: 7.5, args: "x" }, "args"],
    ["an entry that is no object", "npx", "command"],
    ["an unknown type", { type: "carrier-pigeon", command: "x" }, "type"],
    ["a url type without url", { type: "http", command: "x" }, "url"],
    ["env that is no object", { command: "x", env: ["A=1"] }, "env"],
    ["an env value that is no text", { command: "x", env: { A: null } }, "env.A"],
    ["a header that is no text", { url: "https://x.test", headers: { A: {} } }, "headers.A"],
    ["a list of tools that is none", { command: "x", disabled_tools: "all" }, "disabled_tools"],
  ])("%s is told with its field, and the other servers live", async (_, entry, field) => {
    const { plugins, problems } = await read({ mcpServers: { bad: entry, good: { command: "x" } } });
    expect(plugins.map(({ name }) => name)).toEqual(["good"]);
    expect(problems).toEqual([{ source: "bad", field, message: expect.stringContaining("left out") }]);
  });

  test.each([
    ["a file that is not there", async () => "/no/such/file.json", "/no/such/file.json"],
    ["JSON that is none", () => file("mcp.json", "{ nope"), "mcp.json"],
    ["TOML that is none", () => file("config.toml", "a = "), "config.toml"],
    ["a file without servers", () => file("mcp.json", '{ "mcpServers": [] }'), "mcpServers"],
  ])("%s throws invalid_configuration with its name", async (_, path, words) => {
    await expect(read(await path())).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining(words),
    });
  });
});

test("only some servers, with fields and settings of the host's own", async () => {
  const mcpServers = { a: { command: "x" }, b: { command: "y" } };
  const { plugins, problems } = await read(
    { mcpServers },
    { only: ["a", "c"], plugins: { a: { prefix: "mine", trustAnnotations: true } }, settings: { idleMs: 1 } },
  );
  expect(plugins).toMatchObject([{ name: "a", prefix: "mine", trustAnnotations: true }]);
  expect(problems).toMatchObject([{ source: "c", field: "only" }]);
});

test("prefixes are legal and each their own", async () => {
  const names = ["GitHub", "git hub", "@scope/server-everything-with-a-long-name", "42", "__", "a__b", "github-2"];
  const mcpServers = Object.fromEntries(names.map((name) => [name, { command: "x" }]));
  const prefixes = (await read({ mcpServers })).plugins.map(({ prefix }) => prefix);
  for (const prefix of prefixes) expect(prefix).toMatch(/^[a-z](?!.*__)[a-z0-9_-]{0,15}$/);
  expect(new Set(prefixes).size).toBe(names.length);
});

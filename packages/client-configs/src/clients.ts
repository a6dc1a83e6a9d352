import { posix, win32 } from "node:path";
import type { Client } from "./client.js";
import type { ServerEntry, System } from "./server-entry.js";

const braces = (variable: string) => `\${${variable}}`;
const envBraces = (variable: string) => `\${env:${variable}}`;

/** What most clients write. `urlField`: their word for an address; `type`: whether they name the transport. */
function common(
  reference: ((variable: string) => string) | undefined,
  words: { urlField?: string; type?: boolean } = {},
) {
  const { urlField = "url", type = false } = words;
  return ({ command, args = [], env = [], url, tokenVariable }: ServerEntry): object => {
    if (url !== undefined) {
      const token = tokenVariable !== undefined && reference ? reference(tokenVariable) : undefined;
      return {
        ...(type && { type: "http" }),
        [urlField]: url,
        ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
      };
    }
    return {
      ...(type && { type: "stdio" }),
      command,
      args: [...args],
      ...(env.length > 0 && reference && { env: Object.fromEntries(env.map((name) => [name, reference(name)])) }),
    };
  };
}

/** The folder in which programs keep their settings. */
function settings({ platform, home, env }: System, ...rest: string[]): string {
  if (platform === "win32") return win32.join(env["APPDATA"] ?? win32.join(home, "AppData", "Roaming"), ...rest);
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", ...rest);
  return posix.join(env["XDG_CONFIG_HOME"] || posix.join(home, ".config"), ...rest);
}

function inHome({ platform, home }: System, ...rest: string[]): string {
  return (platform === "win32" ? win32 : posix).join(home, ...rest);
}

function inProject({ platform, project }: System, ...rest: string[]): string {
  return (platform === "win32" ? win32 : posix).join(project, ...rest);
}

/** The command and its arguments, as the clients' own commands take them. */
const program = ({ command = "", args = [] }: ServerEntry): string[] => [command, ...args];
const repeated = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value]);

/** Every client that can be connected. */
export const clients: readonly Client[] = [
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    file: (system, scope) => (scope === "user" ? settings(system, "Claude", "claude_desktop_config.json") : undefined),
    path: () => ["mcpServers"],
    entry: common(undefined),
    takesUrls: false,
    passes: ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"],
    after: "Quit Claude Desktop (not only its window) and start it again.",
    logs: (system) =>
      system.platform === "darwin" ? inHome(system, "Library", "Logs", "Claude") : settings(system, "Claude", "logs"),
    source: "modelcontextprotocol.io, Connect to local MCP servers; the default environment of the SDK's stdio client",
    date: "2026-11",
  },
  {
    id: "claude-code",
    title: "Claude Code",
    format: "json",
    file: (system, scope) => (scope === "user" ? inHome(system, ".claude.json") : inProject(system, ".mcp.json")),
    path: () => ["mcpServers"],
    entry: common(braces, { type: true }),
    reference: braces,
    command: (server) =>
      server.url === undefined
        ? ["claude", "mcp", "add", "--scope", "user", server.name, "--", ...program(server)]
        : ["claude", "mcp", "add", "--scope", "user", "--transport", "http", server.name, server.url],
    takesUrls: true,
    passes: "all",
    after: "Start a new session. A server of the project is asked about once.",
    logs: () => "claude --debug, or /mcp in a session",
    source: "code.claude.com/docs, Connect Claude Code to tools via MCP",
    date: "2026-11",
  },
  {
    id: "codex",
    title: "Codex",
    format: "toml",
    file: (system, scope) => {
      if (scope === "project") return undefined;
      const home = system.env["CODEX_HOME"];
      return home ? inProject({ ...system, project: home }, "config.toml") : inHome(system, ".codex", "config.toml");
    },
    path: () => ["mcp_servers"],
    entry: ({ command, args = [], env = [], url, tokenVariable }) =>
      url === undefined
        ? { command, args: [...args], ...(env.length > 0 && { env_vars: [...env] }) }
        : { url, ...(tokenVariable !== undefined && { bearer_token_env_var: tokenVariable }) },
    reference: (variable) => variable,
    command: (server) =>
      server.url === undefined
        ? ["codex", "mcp", "add", server.name, "--", ...program(server)]
        : [
            ...["codex", "mcp", "add", server.name, "--url", server.url],
            ...(server.tokenVariable === undefined ? [] : ["--bearer-token-env-var", server.tokenVariable]),
          ],
    takesUrls: true,
    passes: ["HOME", "PATH"],
    after: "Start a new session.",
    logs: (system) => inHome(system, ".codex", "log"),
    source: "Codex 0.169.0 driven headless: config.toml, env_vars, bearer_token_env_var; only HOME and PATH are passed",
    date: "2026-11",
  },
  {
    id: "cursor",
    title: "Cursor",
    format: "json",
    file: (system, scope) =>
      scope === "user" ? inHome(system, ".cursor", "mcp.json") : inProject(system, ".cursor", "mcp.json"),
    path: () => ["mcpServers"],
    entry: common(envBraces),
    reference: envBraces,
    takesUrls: true,
    passes: "all",
    after: "Switch the server on under Settings, MCP; Cursor reads the file again by itself.",
    logs: () => "the panel Output, MCP Logs",
    source: "cursor.com/docs, Model Context Protocol",
    date: "2026-11",
  },
  {
    id: "vscode",
    title: "VS Code",
    format: "json",
    file: (system, scope) =>
      scope === "user" ? settings(system, "Code", "User", "mcp.json") : inProject(system, ".vscode", "mcp.json"),
    path: () => ["servers"],
    entry: common(envBraces, { type: true }),
    reference: envBraces,
    command: (server) => ["code", "--add-mcp", JSON.stringify({ name: server.name, ...common(envBraces)(server) })],
    takesUrls: true,
    passes: "all",
    after: "Start the server once with the lens above its entry, or reload the window.",
    logs: () => "the command MCP: List Servers, Show Output",
    source: "code.visualstudio.com/docs, Use MCP servers",
    date: "2026-11",
  },
  {
    id: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    file: (system, scope) =>
      scope === "user" ? inHome(system, ".gemini", "settings.json") : inProject(system, ".gemini", "settings.json"),
    path: () => ["mcpServers"],
    entry: common(braces, { urlField: "httpUrl" }),
    reference: braces,
    command: (server) =>
      server.url === undefined
        ? ["gemini", "mcp", "add", "--scope", "user", server.name, ...program(server)]
        : ["gemini", "mcp", "add", "--scope", "user", "--transport", "http", server.name, server.url],
    takesUrls: true,
    passes: "all",
    after: "Start it again, or /mcp refresh.",
    logs: () => "gemini --debug, or /mcp in a session",
    source: "Gemini CLI's documentation, MCP servers with the Gemini CLI",
    date: "2026-11",
  },
  {
    id: "opencode",
    title: "OpenCode",
    format: "json",
    file: (system, scope) =>
      scope === "user" ? inHome(system, ".config", "opencode", "opencode.json") : inProject(system, "opencode.json"),
    // Its second generation keeps servers under mcp.servers; a file of the first has them directly under mcp.
    path: (config) => {
      const mcp = (config as { mcp?: Record<string, unknown> } | undefined)?.mcp;
      const isFirst = mcp !== undefined && Object.keys(mcp).length > 0 && !("servers" in mcp);
      return isFirst ? ["mcp"] : ["mcp", "servers"];
    },
    entry: ({ command, args = [], env = [], url, tokenVariable }) =>
      url === undefined
        ? {
            type: "local",
            command: [command, ...args],
            ...(env.length > 0 && { environment: Object.fromEntries(env.map((name) => [name, `{env:${name}}`])) }),
          }
        : {
            type: "remote",
            url,
            ...(tokenVariable !== undefined && { headers: { Authorization: `Bearer {env:${tokenVariable}}` } }),
          },
    reference: (variable) => `{env:${variable}}`,
    command: (server) =>
      server.url === undefined
        ? ["opencode", "mcp", "add", server.name, "--global", "--", ...program(server)]
        : ["opencode", "mcp", "add", server.name, "--global", "--url", server.url],
    takesUrls: true,
    passes: "all",
    after: "Start it again.",
    logs: (system) => inHome(system, ".local", "share", "opencode", "log"),
    source: "opencode.ai/docs, MCP servers",
    date: "2026-11",
  },
  {
    id: "zed",
    title: "Zed",
    format: "json",
    file: (system, scope) => {
      if (scope === "project") return inProject(system, ".zed", "settings.json");
      // Unlike other programs it uses ~/.config on macOS, too.
      return system.platform === "win32"
        ? settings(system, "Zed", "settings.json")
        : posix.join(system.env["XDG_CONFIG_HOME"] || posix.join(system.home, ".config"), "zed", "settings.json");
    },
    path: () => ["context_servers"],
    entry: (server) =>
      server.url === undefined ? { source: "custom", ...common(undefined)(server) } : common(undefined)(server),
    takesUrls: true,
    passes: "all",
    after: "Nothing: Zed reads its settings again by itself.",
    logs: () => "the command zed: open log",
    source: "zed.dev/docs, Model Context Protocol",
    date: "2026-11",
  },
  {
    id: "windsurf",
    title: "Windsurf",
    format: "json",
    file: (system, scope) => (scope === "user" ? inHome(system, ".codeium", "windsurf", "mcp_config.json") : undefined),
    path: () => ["mcpServers"],
    entry: common(envBraces, { urlField: "serverUrl" }),
    reference: envBraces,
    takesUrls: true,
    passes: "all",
    after: "Press Refresh in Cascade's MCP panel.",
    logs: () => "the panel Output, Windsurf",
    source: "docs.windsurf.com, Cascade MCP integration",
    date: "2026-11",
  },
  {
    id: "hermes",
    title: "Hermes Agent",
    format: "yaml",
    file: (system, scope) => {
      if (scope === "project") return undefined;
      const local = system.env["LOCALAPPDATA"];
      if (system.platform === "win32" && local) return win32.join(local, "hermes", "config.yaml");
      return inHome(system, ".hermes", "config.yaml");
    },
    path: () => ["mcp_servers"],
    entry: common(braces),
    reference: braces,
    command: (server) =>
      server.url === undefined
        ? [
            "hermes",
            "mcp",
            "add",
            server.name,
            "--command",
            ...program(server).slice(0, 1),
            ...repeated("--args", server.args ?? []),
          ]
        : ["hermes", "mcp", "add", server.name, "--url", server.url],
    takesUrls: true,
    passes: "all",
    after: "Start it again.",
    logs: (system) => inHome(system, ".hermes", "logs"),
    source: "hermes-agent.nousresearch.com/docs, MCP",
    date: "2026-11",
  },
  {
    id: "droid",
    title: "Factory Droid",
    format: "json",
    file: (system, scope) =>
      scope === "user" ? inHome(system, ".factory", "mcp.json") : inProject(system, ".factory", "mcp.json"),
    path: () => ["mcpServers"],
    entry: common(braces, { type: true }),
    reference: braces,
    command: (server) =>
      server.url === undefined
        ? ["droid", "mcp", "add", server.name, program(server).join(" ")]
        : ["droid", "mcp", "add", server.name, server.url, "--type", "http"],
    takesUrls: true,
    passes: "all",
    after: "Start a new session.",
    logs: (system) => inHome(system, ".factory", "logs"),
    source: "docs.factory.ai, Model Context Protocol",
    date: "2026-11",
  },
  {
    id: "pi",
    title: "Pi",
    format: "json",
    file: (system, scope) => {
      if (scope === "project") return inProject(system, ".pi", "mcp.json");
      const folder = system.env["PI_CODING_AGENT_DIR"];
      return folder
        ? inProject({ ...system, project: folder }, "mcp.json")
        : inHome(system, ".pi", "agent", "mcp.json");
    },
    path: () => ["mcpServers"],
    entry: common(braces),
    reference: braces,
    command: (server) =>
      server.url === undefined
        ? ["pi", "mcp", "add", server.name, "--", ...program(server)]
        : ["pi", "mcp", "add", server.name, "--url", server.url],
    takesUrls: true,
    passes: "all",
    after: "Start a new session. A project's file counts once the project is trusted (--approve when headless).",
    logs: () => "/mcp in a session",
    source: "Pi 1.6.0 driven headless; docs/mcp.md in its package",
    date: "2026-11",
  },
  {
    id: "eve",
    title: "eve",
    format: "module",
    file: (system) => inProject(system, "agent", "connections", "agent-tools-runtime.ts"),
    path: () => ["connections"],
    entry: ({ url, tokenVariable }) => ({ url, ...(tokenVariable !== undefined && { tokenVariable }) }),
    reference: (variable) => variable,
    takesUrls: true,
    takesPrograms: false,
    passes: "all",
    after: "npm install @agent-tools/eve-connection; eve dev reads the folder again by itself.",
    logs: () => "the output of eve dev",
    source: "eve 0.80.1 driven headless: a file of agent/connections is a connection; remote servers only",
    date: "2026-11",
  },
];

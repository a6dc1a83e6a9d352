import type { Client } from "../client.js";
import { braces, common, program } from "../common-entry.js";
import { inHome, inProject } from "../config-paths.js";

/** Coding agents of the command line. */
export const commandLines: readonly Client[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    format: "json",
    clientInfo: "claude-code",
    notes: "CLAUDE.md",
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
    source:
      "code.claude.com/docs, Connect Claude Code to tools via MCP; 2.1.197, claude mcp list: a server that writes down its name, folder and variables",
    date: "2026-11",
  },
  {
    id: "codex",
    title: "Codex",
    format: "toml",
    clientInfo: "codex-mcp-client",
    notes: "AGENTS.md",
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
    passes: ["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"],
    after: "Start a new session.",
    logs: (system) => inHome(system, ".codex", "log"),
    source:
      "Codex 0.169.0 driven headless: config.toml, env_vars, bearer_token_env_var; a server that writes down its name, folder and variables",
    date: "2026-11",
  },
  {
    id: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    clientInfo: "gemini-cli-mcp-client",
    notes: "GEMINI.md",
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
    passes: { allBut: /TOKEN|SECRET|PASSW(?:OR)?D|KEY|AUTH|CRED(?:ENTIAL)?S?|PRIVATE|CERT/i },
    after: "Start it again, or /mcp refresh.",
    logs: () => "gemini --debug, or /mcp in a session",
    source:
      "Gemini CLI's documentation, MCP servers with the Gemini CLI; 0.61.0, gemini mcp list: a server that writes down its folder and variables; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
  {
    id: "opencode",
    title: "OpenCode",
    format: "json",
    clientInfo: "opencode",
    notes: "AGENTS.md",
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
    source:
      "opencode.ai/docs, MCP servers; 1.18.33, opencode mcp list: a server that writes down its name, folder and variables",
    date: "2026-11",
  },
  {
    id: "droid",
    title: "Factory Droid",
    format: "json",
    clientInfo: "factory-cli",
    notes: "AGENTS.md",
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
    source: "docs.factory.ai, Model Context Protocol; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
];

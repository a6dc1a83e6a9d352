import { posix } from "node:path";
import type { Client } from "../client.js";
import { common, envBraces } from "../common-entry.js";
import { inHome, inProject, settings } from "../config-paths.js";

/** What the SDK's client hands to a program: on Linux and macOS, and on Windows. */
const sdkVariables = [
  ...["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"],
  ...[
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PROCESSOR_ARCHITECTURE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
  ],
  ...["USERNAME", "USERPROFILE"],
];

/** Programs with a window of their own. */
export const apps: readonly Client[] = [
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    clientInfo: "claude-ai",
    file: (system, scope) => (scope === "user" ? settings(system, "Claude", "claude_desktop_config.json") : undefined),
    path: () => ["mcpServers"],
    entry: common(undefined),
    takesUrls: false,
    passes: sdkVariables,
    startsIn: "root",
    after: "Quit Claude Desktop (not only its window) and start it again.",
    logs: (system) =>
      system.platform === "darwin" ? inHome(system, "Library", "Logs", "Claude") : settings(system, "Claude", "logs"),
    source:
      "modelcontextprotocol.io, Connect to local MCP servers and Debugging (the working directory may be / on macOS); the default environment of the SDK's stdio client",
    date: "2026-11",
  },
  {
    id: "cursor",
    title: "Cursor",
    format: "json",
    clientInfo: "cursor-vscode",
    notes: "AGENTS.md",
    file: (system, scope) =>
      scope === "user" ? inHome(system, ".cursor", "mcp.json") : inProject(system, ".cursor", "mcp.json"),
    path: () => ["mcpServers"],
    entry: common(envBraces),
    reference: envBraces,
    takesUrls: true,
    passes: "all",
    after: "Switch the server on under Settings, MCP; Cursor reads the file again by itself.",
    logs: () => "the panel Output, MCP Logs",
    source: "cursor.com/docs, Model Context Protocol; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
  {
    id: "vscode",
    title: "VS Code",
    format: "json",
    clientInfo: "Visual Studio Code",
    notes: "AGENTS.md",
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
    source: "code.visualstudio.com/docs, Use MCP servers; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
  {
    id: "zed",
    title: "Zed",
    format: "json",
    clientInfo: "Zed",
    notes: "AGENTS.md",
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
    source: "zed.dev/docs, Model Context Protocol; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
  {
    id: "windsurf",
    title: "Windsurf",
    format: "json",
    clientInfo: "windsurf-client",
    notes: "AGENTS.md",
    file: (system, scope) => (scope === "user" ? inHome(system, ".codeium", "windsurf", "mcp_config.json") : undefined),
    path: () => ["mcpServers"],
    entry: common(envBraces, { urlField: "serverUrl" }),
    reference: envBraces,
    takesUrls: true,
    passes: "all",
    after: "Press Refresh in Cascade's MCP panel.",
    logs: () => "the panel Output, Windsurf",
    source: "docs.windsurf.com, Cascade MCP integration; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
];

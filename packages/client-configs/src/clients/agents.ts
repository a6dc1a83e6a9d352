import { win32 } from "node:path";
import type { Client } from "../client.js";
import { braces, common, program, repeated } from "../common-entry.js";
import { inHome, inProject } from "../config-paths.js";

/** Agents that people build upon. */
export const agents: readonly Client[] = [
  {
    id: "hermes",
    title: "Hermes Agent",
    format: "yaml",
    notes: "AGENTS.md",
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
    passes: ["HOME", "PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"],
    after: "Start it again.",
    logs: (system) => inHome(system, ".hermes", "logs"),
    source:
      "hermes-agent.nousresearch.com/docs, MCP; SECURITY.md of NousResearch/hermes-agent: a server gets PATH, HOME, XDG_* and what its entry declares",
    date: "2026-11",
  },
  {
    id: "pi",
    title: "Pi",
    format: "json",
    clientInfo: "pi",
    notes: "AGENTS.md",
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
    source:
      "Pi 1.6.0 driven headless: a server that writes down its name, folder and variables; docs/mcp.md in its package",
    date: "2026-11",
  },
  {
    id: "eve",
    title: "eve",
    format: "module",
    clientInfo: "ai-sdk-mcp-client",
    notes: "agent/instructions.md",
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

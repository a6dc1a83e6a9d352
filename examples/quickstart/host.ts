// A host: it composes what it needs. Two MCP servers, a REST service, a program, and a recipe that uses two of them.
import path from "node:path";
import { cliAdapter } from "@agent-tools/adapter-cli";
import { fromMcpConfig } from "@agent-tools/adapter-mcp-proxy";
import { openApiAdapter } from "@agent-tools/adapter-rest";
import { definePlugin, type Observer } from "@agent-tools/contract";
import { createRuntime, type Runtime } from "@agent-tools/runtime";
import { noteLatestCommit } from "./note-latest-commit.js";

const here = import.meta.dirname;

/** The runtime, with the to-do service at this address. Every call is recorded by the observers. */
export async function createHost(todoUrl: string, observers: readonly Observer[] = []): Promise<Runtime> {
  const mcp = await fromMcpConfig(path.join(here, "mcp.json"), {
    workspaceFolder: here,
    plugins: {
      everything: { description: "The MCP project's test server.", readonlyTools: ["echo", "get-sum"] },
      files: {
        description: "Notes in a folder.",
        readonlyTools: ["read_text_file", "list_directory", "search_files", "list_allowed_directories"],
      },
    },
  });
  const todo = definePlugin({
    name: "To-do list",
    prefix: "todo",
    description: "A to-do service, known through its OpenAPI description.",
    createAdapter: (host) => openApiAdapter({ document: new URL("/openapi.json", todoUrl) }, host),
  });
  const git = definePlugin({
    name: "Git",
    prefix: "git",
    description: "The history of this repository.",
    createAdapter: (host) =>
      cliAdapter(
        {
          workingDirectory: here,
          commands: {
            log: {
              description: "Shows the newest commits, one line each.",
              command: "git",
              arguments: ["log", "--format=%h %s", { option: "--max-count=", from: "count" }],
              inputSchema: {
                type: "object",
                properties: { count: { type: "integer", minimum: 1, maximum: 50, default: 5 } },
              },
              effect: "read",
            },
          },
        },
        host,
      ),
    skills: { "note-latest-commit": noteLatestCommit },
  });
  return createRuntime({ name: "quickstart", plugins: [...mcp.plugins, todo, git], problems: mcp.problems, observers });
}

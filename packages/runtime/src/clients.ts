import type { ProfileName } from "@agent-tools/schema";
import type { ClientInfo } from "./exposure.js";

/** What is known of a client program, and where that is known from. */
export interface KnownClient {
  readonly client: string;
  /** Matches the name that it gives in `clientInfo`. */
  readonly name: RegExp;
  /** True where it searches the tools of its servers itself, and so should be shown the real ones. */
  readonly searchesTools: boolean;
  /** True where it asks its user, or refuses, before it calls a tool that is not annotated as read-only. */
  readonly gatesByAnnotations: boolean;
  /** What its models' providers take of JSON Schema: tools are listed to it in that form. */
  readonly schemas: ProfileName;
  /** So many of the first characters of a server's instructions reach its model; 0: none. Undefined: not known. */
  readonly instructions?: number;
  /** How many of 64 characters it leaves no room for in a tool's name, for a server's name of up to 16. */
  readonly namePrefix: number;
  readonly source: string;
  /** When that was so, as year-month. */
  readonly date: string;
}

/** How long a tool's name may be for the common model providers. */
const LONGEST_FOR_PROVIDERS = 64;

/** The one table of clients. What is not here is shown what anybody can use. */
export const knownClients: readonly KnownClient[] = [
  {
    client: "Codex",
    name: /^codex/i,
    searchesTools: true,
    gatesByAnnotations: true,
    schemas: "common",
    instructions: Number.POSITIVE_INFINITY,
    namePrefix: "mcp__".length + 16 + "__".length,
    source:
      "Codex 0.169.0 driven headless: tool_search over MCP tools; exec mode calls without approval only what is annotated; the instructions describe the namespace of the tools",
    date: "2026-11",
  },
  {
    client: "Pi",
    name: /^pi\b/i,
    searchesTools: true,
    gatesByAnnotations: false,
    schemas: "common",
    instructions: 250,
    namePrefix: "mcp__".length + 16 + "__".length,
    source:
      "Pi 1.6.0 driven headless: deferred MCP tools behind its own tool_search; 250 characters of the instructions in the system prompt",
    date: "2026-11",
  },
  {
    client: "eve",
    name: /^eve\b/i,
    searchesTools: true,
    gatesByAnnotations: false,
    schemas: "common",
    instructions: 0,
    namePrefix: 16 + "__".length,
    source:
      "eve 0.80.1 driven headless: eve__search over the tools of its connections; approval is an option of the connection; no instructions, but what the connection says; it still calls itself ai-sdk-mcp-client, as every program on the AI SDK does, so that its host has to choose native",
    date: "2026-11",
  },
  {
    client: "Claude Code",
    name: /^claude-code/i,
    searchesTools: true,
    gatesByAnnotations: true,
    schemas: "anthropic",
    instructions: 2000,
    namePrefix: "mcp__".length + 16 + "__".length,
    source:
      "code.claude.com/docs/en/mcp, tool search: on by default, the names of tools and the server's instructions alone are loaded; names of more than 64 characters fail (anthropics/claude-code#19882); code.claude.com/docs/en/permissions: it asks before each call that no rule allows; code.claude.com/docs/en/mcp: instructions are cut at 2 KB; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
  {
    client: "Visual Studio Code",
    name: /^visual[ -]studio[ -]code/i,
    searchesTools: false,
    gatesByAnnotations: false,
    schemas: "common",
    namePrefix: "mcp_".length + 16 + "_".length,
    source: "microsoft/vscode#249929: mcp_<server>_<tool>; client name from mcp-client-capabilities 0.0.14",
    date: "2025-05",
  },
  {
    client: "Cursor",
    name: /^cursor/i,
    searchesTools: false,
    gatesByAnnotations: false,
    schemas: "common",
    // It takes 60 characters of server and tool together.
    namePrefix: LONGEST_FOR_PROVIDERS - 60 + 16 + "_".length,
    source: "sparfenyuk/mcp-proxy#45: at most 60 characters; client name from mcp-client-capabilities 0.0.14",
    date: "2025-04",
  },
  {
    client: "Gemini CLI",
    name: /^gemini-cli/i,
    searchesTools: false,
    gatesByAnnotations: false,
    schemas: "common",
    // Beyond 63 characters the middle of a name is cut out; the server's name is added where two servers have one.
    namePrefix: LONGEST_FOR_PROVIDERS - 63 + 16 + "__".length,
    source: "google-gemini/gemini-cli, docs/tools/mcp-server.md; client name from mcp-client-capabilities 0.0.14",
    date: "2026-11",
  },
];

/** What is known of the client, or undefined. */
export function knownClient(client: ClientInfo | undefined): KnownClient | undefined {
  return client && knownClients.find(({ name }) => name.test(client.name));
}

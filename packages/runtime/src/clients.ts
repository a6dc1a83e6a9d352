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
  /** How many characters it puts before a tool's name, for a server's name of up to 16. */
  readonly namePrefix: number;
  readonly source: string;
  /** When that was so, as year-month. */
  readonly date: string;
}

/** The one table of clients. What is not here is shown what anybody can use. */
export const knownClients: readonly KnownClient[] = [
  {
    client: "Codex",
    name: /^codex/i,
    searchesTools: true,
    gatesByAnnotations: true,
    namePrefix: "mcp__".length + 16 + "__".length,
    source:
      "Codex 0.169.0 driven headless: tool_search over MCP tools; exec mode calls without approval only what is annotated",
    date: "2026-11",
  },
  {
    client: "Pi",
    name: /^pi\b/i,
    searchesTools: true,
    gatesByAnnotations: false,
    namePrefix: "mcp__".length + 16 + "__".length,
    source: "Pi 1.6.0 driven headless: deferred MCP tools behind its own tool_search",
    date: "2026-11",
  },
  {
    client: "eve",
    name: /^eve\b/i,
    searchesTools: true,
    gatesByAnnotations: false,
    namePrefix: 16 + "__".length,
    source:
      "eve 0.80.1 driven headless: eve__search over the tools of its connections; approval is an option of the connection",
    date: "2026-11",
  },
];

/** What is known of the client, or undefined. */
export function knownClient(client: ClientInfo | undefined): KnownClient | undefined {
  return client && knownClients.find(({ name }) => name.test(client.name));
}

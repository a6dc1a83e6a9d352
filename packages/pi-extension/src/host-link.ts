import type { PiToolInfo } from "./pi-api.js";

/** How the host is doing, as far as Pi can tell. */
export type HostState = { readonly isUp: true } | { readonly isUp: false; readonly reason: string };

/** The way to one host: through Pi's own MCP, or by a connection of this extension. */
export interface HostLink {
  /** In words for a person: which way the tools are reached. */
  readonly way: string;
  /** Looks whether the host is there, and connects anew where it was not. Takes at most so many milliseconds. */
  ready(ms: number): Promise<HostState>;
  /** The host's tools, under the names that Pi has for them. Empty until it was reached. */
  tools(): readonly PiToolInfo[];
  /** The host's own name of a tool, or undefined where the tool is not the host's. */
  listedName(toolName: string): string | undefined;
  close(): Promise<void>;
}

/** The name of the host among Pi's MCP servers. */
export const SERVER = "agent-tools";

/** What Pi puts before the names of the host's tools. */
export const NAME_PREFIX = "mcp__agent_tools__";

/** The tools by which a host shows what else there is: these are few, and useless where they have to be searched for. */
export const facadeNames: readonly string[] = [
  "discover",
  "call",
  "call_readonly",
  "run_skill",
  "load_skill",
  "read",
  "help",
  "agent_tools_*",
];

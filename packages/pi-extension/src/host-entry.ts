import { fileURLToPath } from "node:url";
import type { McpServerEntry } from "./pi-api.js";
import type { PiExtensionOptions } from "./settings.js";

/** Pi as a single program is no Node that could run a script. */
const node = "bun" in process.versions ? "node" : process.execPath;

/** The host as an entry of `mcpServers`; undefined where the settings name none. */
export function hostEntry(settings: PiExtensionOptions): McpServerEntry | undefined {
  const { url, headers, command, args, env, servers, trust = [] } = settings;
  if (url !== undefined) return { url, ...(headers && { headers }) };
  if (command !== undefined) return { command, ...(args && { args }), ...(env && { env }) };
  if (servers === undefined) return undefined;
  const program = fileURLToPath(new URL("./host.js", import.meta.url));
  const options = ["--servers", servers, ...trust.flatMap((name) => ["--trust", name])];
  return { command: node, args: [program, ...options], ...(env && { env }) };
}

/** What a person recognises the host by. */
export function describeHost({ url, command, args = [] }: McpServerEntry): string {
  return url ?? [command, ...args].join(" ");
}

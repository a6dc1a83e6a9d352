import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { extname, resolve } from "node:path";
import { isObject, type Plugin, type PluginFields, type Problem, ToolError } from "@agent-tools/contract";
import { isDisabled, readEntry } from "./config-entry.js";
import { mcpProxyAdapter } from "./mcp-proxy-adapter.js";
import { type McpProxyOptions, type ServerSettings, type StdioServer, secretsOf } from "./server-options.js";

/** How a configuration is read. */
export interface McpConfigOptions {
  /** Only these servers, by their names in the file. */
  readonly only?: readonly string[];
  /** What `${NAME}` and `${input:id}` are looked up in. Default: this process's environment. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** What `${workspaceFolder}` stands for. Default: the working directory. */
  readonly workspaceFolder?: string;
  /** Fields of the plugins, by server name; they replace the derived ones. */
  readonly plugins?: Readonly<Record<string, Partial<PluginFields>>>;
  /** Settings of every server, and of every program. What an entry says itself wins. */
  readonly settings?: ServerSettings & Pick<StdioServer, "inheritEnv" | "cwd">;
}

/** The servers of a configuration, each a plugin, and what is wrong with the others: `createRuntime` takes it as it is. */
export interface McpConfig {
  readonly plugins: readonly Plugin[];
  readonly problems: readonly Problem[];
}

/** Where the clients keep their servers: Claude, Cursor and most others; VS Code; Codex. */
const SECTIONS = ["mcpServers", "servers", "mcp_servers"] as const;

const PREFIX_LENGTH = 16;

/**
 * The servers of a file that a client already has (Claude, Cursor, VS Code: JSON with comments; Codex: TOML), or of its
 * parsed content, each as a plugin. Nothing is started. `${VAR}` in env, headers and url becomes a secret of that name,
 * read at the moment of use; elsewhere it is expanded now. A bad entry is a problem, never a throw; throws
 * `invalid_configuration` where the file cannot be read or has no servers.
 */
export async function fromMcpConfig(source: string | object, options: McpConfigOptions = {}): Promise<McpConfig> {
  const content: unknown = typeof source === "string" ? await readConfig(source) : source;
  const entries = serversOf(content, typeof source === "string" ? source : "The configuration");
  const variables = {
    values: options.variables ?? process.env,
    workspaceFolder: options.workspaceFolder ?? process.cwd(),
    userHome: homedir(),
  };
  const plugins: Plugin[] = [];
  const problems: Problem[] = [];
  const prefixes = new Set<string>();
  for (const [name, entry] of Object.entries(entries)) {
    if (isDisabled(entry) || options.only?.includes(name) === false) continue;
    const read = readEntry(entry, variables);
    for (const { field, message } of read.problems) {
      problems.push({ source: name, field, message: read.server ? message : `${message} The server is left out.` });
    }
    if (!read.server) continue;
    const fields = options.plugins?.[name];
    const plugin = toPlugin(name, { name, ...options.settings, ...read.server }, fields, prefixes);
    prefixes.add(plugin.prefix);
    plugins.push(plugin);
  }
  for (const name of options.only ?? []) {
    if (Object.hasOwn(entries, name)) continue;
    problems.push({
      source: name,
      field: "only",
      message: "There is no server of that name. Correct it, or leave it out.",
    });
  }
  return { plugins, problems };
}

async function readConfig(path: string): Promise<unknown> {
  const file = resolve(path);
  try {
    const text = await readFile(file, "utf8");
    if (extname(file) === ".toml") return (await import("confbox/toml")).parseTOML(text);
    return (await import("confbox/jsonc")).parseJSONC(text, { allowTrailingComma: true });
  } catch (error) {
    throw new ToolError(
      "invalid_configuration",
      `${file} cannot be read: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
}

function serversOf(content: unknown, what: string): Readonly<Record<string, unknown>> {
  // VS Code's settings.json holds what its mcp.json holds one level deeper.
  const nested = isObject(content) && isObject(content["mcp"]) ? content["mcp"] : {};
  const root = { ...nested, ...(isObject(content) ? content : {}) };
  for (const section of SECTIONS) {
    const servers = root[section];
    if (isObject(servers)) return servers;
  }
  const known = SECTIONS.map((section) => `"${section}"`).join(", ");
  throw new ToolError("invalid_configuration", `${what} has no servers: none of ${known} is an object in it.`);
}

function toPlugin(
  name: string,
  server: McpProxyOptions,
  fields: Partial<PluginFields> | undefined,
  taken: ReadonlySet<string>,
): Plugin {
  const secrets = secretsOf(server);
  return {
    name,
    prefix: prefixOf(name, taken),
    ...(secrets.length > 0 && { secrets }),
    ...fields,
    createAdapter: (host) => mcpProxyAdapter(server, host),
  };
}

/** A prefix made of a server's name: lower case, at most 16 characters, and not one of those taken. */
function prefixOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "");
  const base = plain || "mcp";
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? "" : `-${count}`;
    const prefix = base.slice(0, PREFIX_LENGTH - suffix.length).replace(/-+$/, "") + suffix;
    if (!taken.has(prefix)) return prefix;
  }
}

import { fromMcpConfig } from "@agent-tools/adapter-mcp-proxy";
import { type Client, type ConnectOptions, configFile, connected, thisSystem } from "@agent-tools/client-configs";
import { isObject, type Json, standaloneContext, standaloneHost, type Tool, ToolError } from "@agent-tools/contract";
import { launchOf } from "./launch.js";

/** Which client's configuration is tried. */
export interface ProbeOptions {
  readonly client: Client;
  /** The server's name there. */
  readonly name: string;
  readonly where: ConnectOptions;
  /** Told what the server's program says on stderr. */
  log?(words: string): void;
}

/** What the client would get. */
export interface Probed {
  readonly tools: readonly Tool[];
  readonly instructions?: string;
}

const START_MS = 30_000;

/**
 * Starts what a client is configured with as the client would, in its folder, with its variables and under its name, and
 * lists the tools. Throws a ToolError that says what fails.
 */
export async function probe({ client, name, where, log = () => {} }: ProbeOptions): Promise<Probed> {
  const entry = await connected(client.id, name, where);
  if (!entry) {
    throw new ToolError(
      "invalid_configuration",
      `${client.title} has no server "${name}" in ${configFile(client, where)}.`,
      {
        hint: `agent-tools connect ${client.id} adds it; --name says which one is meant.`,
      },
    );
  }
  const environment = { ...process.env };
  // OpenCode refers to a variable as the others do, but without the dollar.
  const dollar = (_: string, variable: string) => `$\{env:${variable}}`;
  const { tokenVariable, ...rest } = entry as { tokenVariable?: string };
  const named = tokenVariable === undefined ? rest : { ...rest, bearer_token_env_var: tokenVariable };
  const readable = JSON.parse(JSON.stringify(named).replaceAll(/(?<!\$)\{env:(\w+)\}/g, dollar)) as object;
  const { folder, variables } = launchOf(client, thisSystem());
  const restore = leave(variables);
  const { clientInfo } = client;
  const settings = {
    ...{ startTimeoutMs: START_MS, inheritEnv: variables, cwd: folder },
    ...(clientInfo !== undefined && { clientName: clientInfo }),
  };
  try {
    const { plugins, problems } = await fromMcpConfig(
      { mcpServers: { [name]: readable } },
      { variables: environment, settings },
    );
    const [problem] = problems;
    const [plugin] = plugins;
    if (problem || !plugin?.createAdapter) {
      const words = problem ? `${problem.field}: ${problem.message}` : "The entry is switched off.";
      throw new ToolError("invalid_configuration", `The entry cannot be used. ${words}`);
    }
    const host = standaloneHost({
      log: (_level, data: Json) => log(wordsOf(data)),
    });
    const adapter = await plugin.createAdapter(host);
    const secrets = Object.fromEntries(
      Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const context = standaloneContext({ secrets, timeoutMs: START_MS });
    try {
      const { tools } = await adapter.listTools(context);
      const about = await adapter.about?.(context);
      return { tools, ...(about?.instructions !== undefined && { instructions: about.instructions }) };
    } finally {
      await adapter.close?.();
    }
  } finally {
    restore();
  }
}

/** What a program said on stderr, or whatever else is logged. */
function wordsOf(data: Json): string {
  if (isObject(data) && typeof data["stderr"] === "string") return data["stderr"];
  return typeof data === "string" ? data : JSON.stringify(data);
}

/** Leaves this process only these variables, since a child gets some of its parent's unasked; the function gives all back. */
function leave(variables: readonly string[]): () => void {
  const whole = { ...process.env };
  for (const name of Object.keys(process.env)) if (!variables.includes(name)) delete process.env[name];
  return () => {
    Object.assign(process.env, whole);
  };
}

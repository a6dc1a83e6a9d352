import { fromMcpConfig } from "@agent-tools/adapter-mcp-proxy";
import { type Client, type ConnectOptions, configFile, connected } from "@agent-tools/client-configs";
import { type Json, standaloneContext, standaloneHost, type Tool, ToolError } from "@agent-tools/contract";

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
 * Starts what a client is configured with, with the environment that the client would give it, and lists its tools.
 * Throws a ToolError that says what fails.
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
  const restore = narrow(client);
  try {
    const { plugins, problems } = await fromMcpConfig(
      { mcpServers: { [name]: readable } },
      {
        variables: environment,
        settings: { startTimeoutMs: START_MS },
      },
    );
    const [problem] = problems;
    const [plugin] = plugins;
    if (problem || !plugin?.createAdapter) {
      const words = problem ? `${problem.field}: ${problem.message}` : "The entry is switched off.";
      throw new ToolError("invalid_configuration", `The entry cannot be used. ${words}`);
    }
    const host = standaloneHost({
      log: (_level, data: Json) => log(typeof data === "string" ? data : JSON.stringify(data)),
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

/** Leaves this process the environment that the client hands to its servers; the function gives it back. */
function narrow({ passes }: Client): () => void {
  const whole = { ...process.env };
  if (passes !== "all") {
    for (const name of Object.keys(process.env)) if (!passes.includes(name)) delete process.env[name];
  }
  return () => {
    Object.assign(process.env, whole);
  };
}

import { type McpProxyOptions, mcpProxyAdapter, type ServerSettings } from "@agent-tools/adapter-mcp-proxy";
import { definePlugin, localCaller, ToolError } from "@agent-tools/contract";
import { createRuntime, type Exposure, expose } from "@agent-tools/runtime";
import { isAddress, parsed, split, wrong } from "./arguments.js";
import { keepLittleGarbage, type Life, optimizeSooner } from "./v8-settings.js";

/** The client and the server behind have limits of their own, and here is none but a timer's. */
const NO_DEADLINE_MS = 2 ** 31 - 1;

const options = { "token-env": { type: "string" } } as const;
const listenOptions = { ...options, port: { type: "string" } } as const;

/** The one server that a command stands in front of. */
export interface OneServer {
  readonly server: McpProxyOptions;
  /** The variable with the bearer token for its address. */
  readonly token?: string;
  /** Where the command itself is to listen. */
  readonly port?: number;
}

/**
 * Reads `<address> [options]` or `[options] -- <program> [arguments]`; `--port` only where the command `listens`. Throws
 * `invalid_configuration` that says what is wrong.
 */
export function oneServer(args: readonly string[], listens = false): OneServer {
  const { own: before, program } = split(args);
  const [command, ...rest] = program;
  const { positionals, values } = parsed({
    args: before,
    options: (listens ? listenOptions : options) as typeof listenOptions,
    allowPositionals: true,
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(/^\d+$/.test(values.port ?? "") && port < 65_536)) {
    throw wrong(`${values.port} is no port: give a number up to 65535.`);
  }
  const token = values["token-env"];
  const own = port !== undefined && { port };
  if (command !== undefined) {
    if (positionals.length > 0 || token !== undefined)
      throw wrong("A program behind -- takes no address and no token.");
    return { server: { command, args: rest, inheritEnv: Object.keys(process.env) }, ...own };
  }
  const [url = "", ...more] = positionals;
  if (!isAddress(url) || more.length > 0) {
    throw wrong("Name one http or https address, for example http://127.0.0.1:8321/mcp, or a program behind --.");
  }
  if (token === undefined) return { server: { url, name: url, oauth: false }, ...own };
  if (!process.env[token]) throw wrong(`The variable ${token} of --token-env is not set.`);
  const headers = { Authorization: `Bearer {{secrets.${token}}}` };
  return { server: { url, name: url, oauth: false, headers }, token, ...own };
}

/** Serves that server, which is passed through as it is, until `serve` ends. Throws where it does not answer. */
export async function passThrough(
  { server, token }: OneServer,
  client: Pick<ServerSettings, "asks" | "clientName">,
  life: Life,
  serve: (exposure: Exposure) => Promise<void>,
): Promise<void> {
  keepLittleGarbage();
  const plugin = definePlugin({
    name: "url" in server ? server.url : server.command,
    prefix: "server",
    ...(token !== undefined && { secrets: [token] }),
    createAdapter: (host) => {
      const adapter = mcpProxyAdapter({ ...server, ...client, idleMs: Number.POSITIVE_INFINITY }, host);
      let hasCalled = false;
      return {
        ...adapter,
        call(...called) {
          if (!hasCalled) optimizeSooner(life);
          hasCalled = true;
          return adapter.call(...called);
        },
      };
    },
  });
  await using runtime = await createRuntime({ plugins: [plugin], deadlineMs: NO_DEADLINE_MS, coolDownMs: 0 });
  // Said here, since the protocol has no words for it: a server that is not there ends the program before it has begun.
  await runtime
    .source("server")
    .about(localCaller())
    .catch((error: unknown) => {
      throw ToolError.is(error) && error.code === "login_required" ? unauthorized(error, token) : error;
    });
  await serve(expose(runtime, "pass-through"));
}

function unauthorized({ code, message }: ToolError, token: string | undefined): ToolError {
  const hint =
    token === undefined
      ? "Name the variable that holds your token for it: --token-env NAME. A login in a browser needs a host of your own."
      : `It does not take the token that is in ${token}.`;
  return new ToolError(code, message, { hint });
}

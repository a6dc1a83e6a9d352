import { parseArgs } from "node:util";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { definePlugin, localCaller, ToolError } from "@agent-tools/contract";
import { guardStdout, mcpStdio } from "@agent-tools/mcp-stdio";
import { createRuntime, expose } from "@agent-tools/runtime";
import { opening } from "../opening.js";

/** The client and the server behind have limits of their own, and here is none but a timer's. */
const NO_DEADLINE_MS = 2 ** 31 - 1;

const options = { "token-env": { type: "string" } } as const;

/**
 * `agent-tools stdio`: the server at an address, for a client that starts programs. The server may restart meanwhile, which
 * such a client would take for the end of its own program. To the server this is the client itself, with its name and abilities.
 */
export async function runStdio(args: string[]): Promise<number> {
  const { url, token } = stdioOptions(args);
  guardStdout();
  const { clientName, asks } = await opening(process.stdin);
  const server = definePlugin({
    name: url,
    prefix: "server",
    ...(token !== undefined && { secrets: [token] }),
    createAdapter: (host) =>
      mcpProxyAdapter(
        {
          ...{ url, name: url, asks, idleMs: Number.POSITIVE_INFINITY, oauth: false },
          ...(token !== undefined && { headers: { Authorization: `Bearer {{secrets.${token}}}` } }),
          ...(clientName !== undefined && { clientName }),
        },
        host,
      ),
  });
  await using runtime = await createRuntime({ plugins: [server], deadlineMs: NO_DEADLINE_MS, coolDownMs: 0 });
  // Said here, since the protocol has no words for it: a server that is not there ends the program before it has begun.
  await runtime.source("server").about(localCaller({ channel: "stdio" }));
  const front = await mcpStdio(expose(runtime, "pass-through"));
  await front.closed;
  return 0;
}

function stdioOptions(args: string[]): { readonly url: string; readonly token: string | undefined } {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  const [url = "", ...more] = parsed.positionals;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url) || more.length > 0) {
    throw wrong("Name one http or https address, for example http://127.0.0.1:8321/mcp.");
  }
  const token = parsed.values["token-env"];
  if (token !== undefined && !process.env[token]) throw wrong(`The variable ${token} of --token-env is not set.`);
  return { url, token };
}

function wrong(message: string): ToolError {
  return new ToolError("invalid_configuration", message, { hint: "agent-tools help lists the options." });
}

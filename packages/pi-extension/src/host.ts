// The host that the extension starts when it is given nothing but a file with mcpServers.
import "@agent-tools/mcp-stdio/guard";
import { parseArgs } from "node:util";
import { fromMcpConfig } from "@agent-tools/adapter-mcp-proxy";
import { localCaller } from "@agent-tools/contract";
import { mcpStdio } from "@agent-tools/mcp-stdio";
import { createRuntime, expose } from "@agent-tools/runtime";

/** How long the servers have to start before the host answers without them; they are shown as they come. */
const STARTING_MS = 8_000;

const { values } = parseArgs({
  options: { servers: { type: "string" }, trust: { type: "string", multiple: true, default: [] } },
});
if (values.servers === undefined) throw new Error("Give the file: --servers mcp.json");

const { plugins, problems } = await fromMcpConfig(values.servers);
const isTrusted = (name: string) => values.trust.includes("*") || values.trust.includes(name);
await using runtime = await createRuntime({
  plugins: plugins.map((plugin) => ({ ...plugin, trustAnnotations: isTrusted(plugin.name) })),
  problems,
  // The extension asks in Pi, before a call gets here.
  confirmation: { modeOf: () => "none" },
});

// Pi lists the tools as soon as it is connected, and a model may search them at once.
const caller = localCaller({ channel: "stdio" });
const isConnecting = () => runtime.help(caller).plugins.some(({ state }) => state === "connecting");
const end = Date.now() + STARTING_MS;
do await runtime.tools(caller);
while (isConnecting() && Date.now() < end);

const front = await mcpStdio(expose(runtime, "auto", { verbs: "split" }));
await front.closed;

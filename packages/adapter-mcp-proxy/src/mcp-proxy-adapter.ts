import { createHash } from "node:crypto";
import { basename } from "node:path";
import {
  type Adapter,
  type AdapterHost,
  type CallContext,
  isObject,
  type JsonObject,
  type ReadContext,
  standaloneHost,
  type Tool,
  ToolError,
} from "@agent-tools/contract";
import { aboutSource } from "./about-source.js";
import { requestFor } from "./call-side.js";
import type { Link } from "./connection-options.js";
import type { OAuthOptions } from "./oauth/oauth-options.js";
import { paramHeaders } from "./param-headers.js";
import { promptSource } from "./prompt-source.js";
import { resourceSource } from "./resource-source.js";
import { redactor, SecretFiller } from "./secret-text.js";
import { isHttpServer, type McpProxyOptions, secretsOf } from "./server-options.js";
import { Upstream } from "./upstream.js";

/** So many callers' connections that are down are kept; their lists are in the store anyway. */
const MAX_PARKED = 256;
/** The server refuses a call whose headers do not say what its body says (MCP 2026-07-28). */
const HEADER_MISMATCH = -32020;

/**
 * The tools, resources and prompts of one MCP server. Nothing is started before it is needed; each caller has a
 * connection of its own, since it carries that caller's credentials and state. Definitions and results are passed on as
 * they came. Throws `invalid_configuration` where the options cannot work. The host closes the adapter.
 */
export function mcpProxyAdapter(options: McpProxyOptions, host: AdapterHost = standaloneHost()): Adapter {
  const name = options.name ?? defaultName(options);
  check(options, name);
  const source = digest(options);
  const upstreams = new Map<string, { readonly owner: string; readonly upstream: Upstream }>();
  let isClosed = false;
  const hasSecrets = secretsOf(options).length > 0;

  const upstreamOf = async ({ caller, secrets }: ReadContext): Promise<Upstream> => {
    const owner = JSON.stringify([caller.workspace, caller.caller]);
    const only = hasSecrets ? undefined : upstreams.get(owner);
    if (only) return only.upstream;
    const filler = new SecretFiller(secrets);
    const server = await fill(options, filler);
    if (isClosed) throw new ToolError("closed", `The adapter of the MCP server "${name}" is closed.`);
    const key = filler.used.size === 0 ? owner : owner + digest([...filler.used]);
    const known = upstreams.get(key);
    if (known) return known.upstream;
    for (const [other, { owner: whose, upstream }] of upstreams) {
      // The caller's credentials have changed, or there are more callers than are at work; what runs is finished.
      const isSuperseded = whose === owner || (upstreams.size >= MAX_PARKED && !upstream.connection.isLive);
      if (!isSuperseded || upstream.connection.isBusy) continue;
      upstreams.delete(other);
      void upstream.close();
    }
    const own = redactor(filler.used.values());
    const redact = (text: string) => own(secrets.scrub?.(text) ?? text);
    const conceal = (token: string) => secrets.conceal?.(token);
    const oauth = loginOf(options);
    const upstream = new Upstream({ server, name, source, caller, host, redact, conceal, ...(oauth && { oauth }) });
    upstreams.set(key, { owner, upstream });
    return upstream;
  };

  const isOffered = (tool: string): boolean =>
    (options.includeTools?.includes(tool) ?? true) && !options.excludeTools?.includes(tool);

  const listTools = async (context: ReadContext): Promise<{ tools: readonly Tool[] }> => {
    const upstream = await upstreamOf(context);
    const { tools } = await upstream.describe(context.signal);
    return { tools: tools.filter((tool) => isOffered(tool.name)) };
  };

  return {
    reportsDispatch: true,
    listTools,

    async describe(tool, context) {
      const { tools } = await listTools(context);
      const found = find(tools, tool);
      if (!found) throw new ToolError("unknown_target", `The MCP server "${name}" has no tool "${tool}".`);
      return found;
    },

    async call(tool: string, args: JsonObject | undefined, context: CallContext) {
      if (!isOffered(tool))
        throw new ToolError("unknown_target", `The MCP server "${name}" has no tool "${tool}" here.`);
      const upstream = await upstreamOf(context);
      const known = (await upstream.known())?.tools;
      const run = async (tools: readonly Tool[] | undefined) =>
        requestFor(context, upstream, {
          method: "tools/call",
          params: { name: tool, arguments: args ?? {} },
          headersFor: ({ agreement }: Link) => {
            if (agreement.era === "legacy" || !isHttpServer(options)) return undefined;
            return paramHeaders(find(tools, tool)?.inputSchema, args);
          },
        });
      if (known && !find(known, tool) && !find(await upstream.describeAnew(context.signal), tool)) {
        throw new ToolError("unknown_target", `The MCP server "${name}" has no tool "${tool}".`);
      }
      const result = await run(known).catch(async (error: unknown) => {
        if (!ToolError.is(error) || error.details?.["rpcCode"] !== HEADER_MISMATCH) throw error;
        return run(await upstream.describeAnew(context.signal));
      });
      // The protocol's default; without it the result would not count as one.
      return isObject(result) && result["content"] === undefined ? { content: [], ...result } : result;
    },

    async discoverContext(context) {
      const known = await (await upstreamOf(context)).known();
      return known?.instructions === undefined ? undefined : { instructions: known.instructions };
    },

    resources: resourceSource(upstreamOf),
    prompts: promptSource(upstreamOf),

    async about(context) {
      return aboutSource(await (await upstreamOf(context)).describe(context.signal));
    },

    async complete({ ref, argument, context: filled }, context) {
      const params = { ref, argument, ...(filled && { context: filled }) };
      const upstream = await upstreamOf(context);
      return requestFor(context, upstream, { method: "completion/complete", params, isRepeatable: true });
    },

    async setLogLevel(level, context) {
      await (await upstreamOf(context)).setLogLevel(level, context.signal);
    },

    health() {
      const all = [...upstreams.values()].map(({ upstream }) => upstream.health);
      const worst = ["down", "login_required", "connecting", "degraded"] as const;
      const found = worst.map((status) => all.find((health) => health.status === status)).find(Boolean);
      return all.find((health) => health.status === "ok" && !health.message) ?? found ?? all[0] ?? { status: "ok" };
    },

    async close() {
      isClosed = true;
      await Promise.all([...upstreams.values()].map(({ upstream }) => upstream.close()));
      upstreams.clear();
    },
  };
}

function find(tools: readonly Tool[] | undefined, name: string): Tool | undefined {
  return tools?.find((tool) => tool.name === name);
}

function check(options: McpProxyOptions, name: string): void {
  if (!isHttpServer(options)) {
    if (typeof options.command === "string" && options.command !== "") return;
    throw new ToolError("invalid_configuration", `MCP server "${name}": give a command or a url.`);
  }
  const url = URL.canParse(options.url.replaceAll(/\{\{[^}]*\}\}/g, "x")) ? options.url : undefined;
  const { grant, clientId, clientSecret } = options.oauth || {};
  if (grant === "client_credentials" && !(clientId && clientSecret)) {
    throw new ToolError(
      "invalid_configuration",
      `MCP server "${name}": client_credentials wants clientId and clientSecret.`,
    );
  }
  if (url && /^https?:/i.test(url)) return;
  throw new ToolError("invalid_configuration", `MCP server "${name}": url "${options.url}" is no http or https URL.`);
}

function defaultName(options: McpProxyOptions): string {
  if (!isHttpServer(options)) return basename(options.command);
  return /^https?:\/\/([^/?#]*)/i.exec(options.url)?.[1] ?? options.url;
}

async function fill(options: McpProxyOptions, filler: SecretFiller): Promise<McpProxyOptions> {
  if (!isHttpServer(options)) return { ...options, env: await filler.record(options.env ?? {}) };
  const oauth = loginOf(options);
  const { clientSecret } = oauth ?? {};
  const filled = clientSecret === undefined ? {} : { clientSecret: await filler.text(clientSecret) };
  return {
    ...options,
    url: await filler.text(options.url),
    headers: await filler.record(options.headers ?? {}),
    oauth: oauth ? { ...oauth, ...filled } : false,
  };
}

/** How to log in there; undefined where the credentials are in a header, or the host wants no login. */
function loginOf(options: McpProxyOptions): OAuthOptions | undefined {
  if (!isHttpServer(options) || options.oauth === false) return undefined;
  const hasOwn = Object.keys(options.headers ?? {}).some((header) => header.toLowerCase() === "authorization");
  return options.oauth ?? (hasOwn ? undefined : {});
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import {
  type Adapter,
  type Content,
  standaloneContext,
  standaloneHost,
  type Tool,
  ToolError,
  type ToolResult,
  toToolResult,
} from "@agent-tools/contract";
import { describeHost } from "./host-entry.js";
import { facadeNames, type HostLink, NAME_PREFIX, SERVER } from "./host-link.js";
import type { McpServerEntry, PiApi, PiContent, PiExposure, PiResult, PiTool, PiToolInfo } from "./pi-api.js";
import { renderersFor } from "./render.js";

const LONGEST_NAME = 64;
const SEARCH = "tool_search";

/** So long a call waits for a host that starts again. */
const RESTART_MS = 4_000;

/** A timer may be early by a moment. */
const MARGIN_MS = 50;

/** The host by a connection of this extension, for a Pi without its own MCP: its tools are tools of the extension. */
export function ownLink(pi: PiApi, entry: McpServerEntry): HostLink {
  let isStale = true;
  // A host shows the real tools to Pi, which searches them, and its facade where nothing can be searched.
  const server = { ...serverOf(entry), ...(canSearch(pi) && { clientName: "pi" }) };
  const adapter = mcpProxyAdapter(server, standaloneHost({ toolsChanged: () => (isStale = true) }));
  const registered = new Map<string, { readonly tool: PiTool; readonly listed: string }>();
  const offered = new Set<string>();

  const register = (tools: readonly Tool[]) => {
    offered.clear();
    for (const tool of tools) {
      const piTool = toPiTool(adapter, tool, exposureOf(pi, tool.name));
      offered.add(piTool.name);
      registered.set(piTool.name, { tool: piTool, listed: tool.name });
      pi.registerTool(piTool);
    }
    for (const [name, { tool }] of registered) if (!offered.has(name)) pi.registerTool({ ...tool, exposure: "hidden" });
    if ([...registered.values()].some(({ tool }) => tool.exposure === "deferred")) {
      pi.setActiveTools([...new Set([...pi.getActiveTools(), SEARCH])]);
    }
  };

  return {
    way: "a connection of this extension",
    tools: () =>
      [...offered].flatMap((name): readonly PiToolInfo[] => {
        const found = registered.get(name);
        return found ? [found.tool] : [];
      }),
    listedName: (name) => registered.get(name)?.listed,
    async ready(ms) {
      const health = await adapter.health?.();
      if (!isStale && health?.status !== "down") return { isUp: true };
      try {
        const { tools } = await adapter.listTools(standaloneContext({ timeoutMs: ms }));
        const after = await adapter.health?.();
        if (after?.status === "down") return { isUp: false, reason: after.message ?? describeHost(entry) };
        isStale = false;
        register(tools);
        return { isUp: true };
      } catch (error) {
        isStale = true;
        return { isUp: false, reason: `${describeHost(entry)}: ${ToolError.from(error).message}` };
      }
    },
    async close() {
      await adapter.close?.();
    },
  };
}

/** Nobody could answer what the host asks in mid-call, and hosts do without where they are told so. */
function serverOf({ url, headers = {}, command = "", args, env, cwd }: McpServerEntry) {
  const fixed = { name: SERVER, asks: [] } as const;
  if (url !== undefined) return { ...fixed, url, headers: filled(headers) };
  const program = { command, ...(args && { args }), ...(env && { env: filled(env) }), ...(cwd && { cwd }) };
  return { ...fixed, ...program, inheritEnv: Object.keys(process.env) };
}

/** `${NAME}` filled in from the environment, as Pi does it for its own servers. */
function filled(values: Readonly<Record<string, string>>): Record<string, string> {
  const fill = (value: string) => value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => process.env[name] ?? "");
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

function canSearch(pi: PiApi): boolean {
  return pi.getAllTools().some(({ name, exposure }) => name === SEARCH && exposure !== undefined);
}

/** Real tools wait for Pi's search where Pi has one. */
function exposureOf(pi: PiApi, listed: string): PiExposure | undefined {
  if (!canSearch(pi)) return undefined;
  const isFacade = listed.startsWith("agent_tools_") || facadeNames.includes(listed);
  return isFacade ? "direct" : "deferred";
}

function toPiTool(adapter: Adapter, tool: Tool, exposure: PiExposure | undefined): PiTool {
  const { name, title = name, description = title, inputSchema = { type: "object" }, annotations } = tool;
  return {
    name: piName(name),
    label: `${SERVER}/${name}`,
    description,
    parameters: inputSchema,
    ...(exposure && { exposure, namespace: { name: "mcp__agent_tools" } }),
    ...(annotations && { annotations }),
    ...renderersFor(name),
    execute: async (_callId, args, signal) => {
      const call = async () => adapter.call(name, args, standaloneContext(signal ? { signal } : {}));
      const answer = await call().catch((error: unknown) => startedAgain(error, call, signal));
      return toPiResult(toToolResult(answer), name);
    },
  };
}

/** A host that has just ended is started again after a moment, before which no call gets there. */
async function startedAgain(error: unknown, call: () => Promise<unknown>, signal?: AbortSignal): Promise<unknown> {
  const { code, retryAfterMs = Number.POSITIVE_INFINITY } = ToolError.from(error);
  if (code !== "upstream_unavailable" || retryAfterMs > RESTART_MS) throw error;
  await sleep(retryAfterMs + MARGIN_MS, undefined, signal && { signal });
  return call();
}

function piName(listed: string): string {
  const name = NAME_PREFIX + listed.replaceAll(/[^a-zA-Z0-9_]/g, "_");
  if (name.length <= LONGEST_NAME) return name;
  const digest = createHash("sha256").update(listed).digest("hex").slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - 9)}_${digest}`;
}

/** What Pi shows the model. A failed call is thrown: that is how every version of Pi takes it. */
function toPiResult({ content, structuredContent, isError }: ToolResult, tool: string): PiResult {
  const blocks = content.map(toPiContent);
  if (blocks.length === 0 && structuredContent !== undefined) {
    blocks.push({ type: "text", text: JSON.stringify(structuredContent) });
  }
  if (isError !== true) return { content: blocks, details: { server: SERVER, tool } };
  throw new Error(blocks.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n"));
}

function toPiContent(block: Content): PiContent {
  const { type, text, data, mimeType } = block;
  if (type === "text" && typeof text === "string") return { type, text };
  if (type === "image" && typeof data === "string" && typeof mimeType === "string") return { type, data, mimeType };
  return { type: "text", text: JSON.stringify(block) };
}

import { setTimeout as sleep } from "node:timers/promises";
import { describeHost } from "./host-entry.js";
import { facadeNames, type HostLink, NAME_PREFIX, SERVER } from "./host-link.js";
import type { McpServerEntry, PiApi } from "./pi-api.js";
import { unreachable } from "./reachable.js";

const POLL_MS = 100;

/** True where Pi's own MCP connects registered servers: another extension that has taken `/mcp` replaces it. */
export function hasNativeMcp(pi: PiApi): boolean {
  if (pi.registerMcpServer === undefined) return false;
  return pi.getCommands().some(({ name, sourceInfo }) => name === "mcp" && sourceInfo?.path === "builtin:mcp");
}

/** The host as one of Pi's own MCP servers: real tools deferred, so that Pi's search finds them, and a facade direct. */
export function nativeLink(pi: PiApi, entry: McpServerEntry): HostLink {
  const toolExposure = Object.fromEntries(facadeNames.map((name) => [name, "direct"] as const));
  const shown: McpServerEntry = { ...entry, exposure: "deferred", toolExposure };
  const register = () => pi.registerMcpServer?.(SERVER, shown);
  const tools = () =>
    pi.getAllTools().filter(({ name, exposure }) => name.startsWith(NAME_PREFIX) && exposure !== "hidden");
  let isFresh = true;
  register();
  return {
    way: "Pi's own MCP",
    tools,
    listedName: (name) => (name.startsWith(NAME_PREFIX) ? name.slice(NAME_PREFIX.length) : undefined),
    async ready(ms) {
      const end = Date.now() + ms;
      const reason = await unreachable(entry, ms);
      if (reason !== undefined) return { isUp: false, reason };
      if (tools().length === 0 && !isFresh) {
        // Pi tries once and leaves it at that.
        pi.unregisterMcpServer?.(SERVER);
        register();
      }
      isFresh = false;
      while (tools().length === 0) {
        if (Date.now() > end) return { isUp: false, reason: `${describeHost(entry)} gave no tools within ${ms} ms` };
        await sleep(POLL_MS);
      }
      return { isUp: true };
    },
    async close() {
      pi.unregisterMcpServer?.(SERVER);
    },
  };
}

import { type McpProxyOptions, mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { type Adapter, type AdapterHost, type Json, type LogLevel, standaloneHost } from "@agent-tools/contract";
import { afterEach } from "vitest";
import { stopServers } from "./servers.js";

/** One thing that an adapter logged. */
export interface Logged {
  readonly level: LogLevel;
  readonly data: Json;
}

const open: Adapter[] = [];

/** An adapter that is closed after the test, and what it logged. */
export function proxy(options: McpProxyOptions, overrides: Partial<AdapterHost> = {}): Adapter & { logged: Logged[] } {
  const logged: Logged[] = [];
  const host = standaloneHost({ log: (level, data) => logged.push({ level, data }), ...overrides });
  const adapter = Object.assign(mcpProxyAdapter(options, host), { logged });
  open.push(adapter);
  return adapter;
}

/** After each test of the file that calls this, its adapters are closed and the servers that listen are ended. */
export function closeProxiesAfterEach(): void {
  afterEach(async () => {
    for (const adapter of open.splice(0)) await adapter.close?.();
    await stopServers();
  });
}

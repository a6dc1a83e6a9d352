export type { Era } from "./handshake.js";
export { fromMcpConfig, type McpConfig, type McpConfigOptions } from "./mcp-config.js";
export { mcpProxyAdapter } from "./mcp-proxy-adapter.js";
export type { HttpServer, McpProxyOptions, ServerSettings, StdioServer } from "./server-options.js";

export type { Era } from "./handshake.js";
export { fromMcpConfig, type McpConfig, type McpConfigOptions } from "./mcp-config.js";
export { mcpProxyAdapter } from "./mcp-proxy-adapter.js";
export { type FinishedLogin, finishLogin } from "./oauth/finish-login.js";
export type { OAuthOptions, OAuthOwner } from "./oauth/oauth-options.js";
export type { HttpServer, McpProxyOptions, ServerSettings, StdioServer } from "./server-options.js";

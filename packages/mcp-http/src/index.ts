export type { SessionId } from "@agent-tools/mcp-binding";
export type { Access } from "./access.js";
export type { Listening } from "./listen.js";
export { type McpHttp, type McpHttpOptions, mcpHttp } from "./mcp-http.js";
export { hashToken, type StaticToken, staticTokens } from "./static-tokens.js";

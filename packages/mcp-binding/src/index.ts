export { facadeOf } from "./exposure-facade.js";
export type { Era, McpAnswer, McpChange, McpContext, McpFacade, McpQuestions, SessionId } from "./facade.js";
export { type McpServerOptions, mcpServer } from "./mcp-server.js";

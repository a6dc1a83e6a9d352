export { type EarlyCall, isPlainMessage } from "./early-call.js";
export { facadeOf } from "./exposure-facade.js";
export type {
  Era,
  McpAnswer,
  McpChange,
  McpContext,
  McpFacade,
  McpInfo,
  McpQuestions,
  SessionId,
} from "./facade.js";
export { type McpServer, type McpServerOptions, mcpServer } from "./mcp-server.js";
export { openFacade } from "./open-facade.js";
export { isSamePrincipal } from "./principal.js";
export { watchResources } from "./resource-watch.js";

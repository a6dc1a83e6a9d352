export { type CliAdapterOptions, cliAdapter } from "@agent-tools/adapter-cli";
export { finishLogin, fromMcpConfig, type McpProxyOptions, mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
export { type OpenApiOptions, openApiAdapter, type RestOptions, restAdapter } from "@agent-tools/adapter-rest";
export {
  type Adapter,
  type Caller,
  definePlugin,
  defineTool,
  localCaller,
  type Plugin,
  type Skill,
  ToolError,
} from "@agent-tools/contract";
export { mcpHttp, staticTokens } from "@agent-tools/mcp-http";
export { guardStdout, mcpStdio } from "@agent-tools/mcp-stdio";
export { createRuntime, expose, findPlugins, type Runtime, type RuntimeOptions } from "@agent-tools/runtime";

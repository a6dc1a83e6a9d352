export { guardStdout } from "./guard-stdout.js";
export { type McpStdio, type McpStdioOptions, mcpStdio } from "./mcp-stdio.js";

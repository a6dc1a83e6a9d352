import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { StdioServer } from "@agent-tools/adapter-mcp-proxy";

const require = createRequire(import.meta.url);

/** A real server from npm, started with this Node. */
export function npmServer(name: "everything" | "filesystem", ...args: string[]): StdioServer {
  const entry = require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
  return { command: process.execPath, args: [entry, ...args] };
}

/** One of the programs in `fixtures`. */
export function fixture(file: string, ...args: string[]): StdioServer {
  return { command: process.execPath, args: [fileURLToPath(new URL(`fixtures/${file}`, import.meta.url)), ...args] };
}

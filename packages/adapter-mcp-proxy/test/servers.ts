import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
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

/** The fixture server of an SDK line over stdio. */
export function stdioServer(line: "v1" | "v2", options: object = {}): StdioServer {
  return fixture("server.mjs", line, "stdio", JSON.stringify(options));
}

/** A fixture server that listens. */
export interface ListeningServer {
  readonly url: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  get(path: string): Promise<string>;
}

const listening = new Set<ChildProcess>();

/** The fixture server of an SDK line over HTTP, in a process of its own. */
export async function httpServer(line: "v1" | "v2", options: object = {}): Promise<ListeningServer> {
  const { command, args = [] } = fixture("server.mjs", line, "http", JSON.stringify(options));
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  listening.add(child);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the fixture server ended with ${code}`);
  });
  const [url] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as [string];
  ended.catch(() => {});
  return {
    url,
    async kill() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      listening.delete(child);
    },
    get: async (path) => (await fetch(new URL(path, url))).text(),
  };
}

/** Ends every server that listens. */
export async function stopServers(): Promise<void> {
  for (const child of listening) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  listening.clear();
}

/** The fixture server without an SDK. */
export function rawServer(options: object = {}): StdioServer {
  return fixture("raw.mjs", JSON.stringify(options));
}

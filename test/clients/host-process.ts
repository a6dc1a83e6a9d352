import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** How the host differs from the plain one. */
export interface HostOptions {
  /** 8 plugins and 1,000 tools instead of one plugin and two. */
  readonly isLarge?: boolean;
  /** Nobody is asked by the host, since the client asks. */
  readonly clientAsks?: boolean;
  readonly exposure?: string;
  /** Only who has it may call, over HTTP. */
  readonly token?: string;
}

/** What the host wrote down in a folder: a line for each call that really ran. */
export function ranIn(home: string): string[] {
  const file = join(home, "ran.log");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

/** The process of the host that ran the last read of a note, of which some text tells. */
export function processOf(text: string): number {
  return Number([...text.matchAll(/process\D+(\d+)/g)].at(-1)?.[1]);
}

/** True while that process runs. */
export function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

/** The host as an entry of mcpServers, to be started by a client. */
export function hostEntry(home: string, options: HostOptions = {}): { command: string; args: string[] } {
  const { isLarge = false, clientAsks = false, exposure = "auto", token } = options;
  return {
    command: process.execPath,
    args: [
      ...[inject("hostFile"), "--log", join(home, "ran.log"), "--exposure", exposure],
      ...(isLarge ? ["--large"] : []),
      ...(clientAsks ? ["--client-asks"] : []),
      ...(token ? ["--token", token] : []),
    ],
  };
}

/** The host over HTTP, which can die and come back at the same address. */
export interface HttpHost {
  readonly url: string;
  /** Ends it as a crash would. */
  stop(): Promise<void>;
  /** Starts it again; its sessions are gone. */
  restart(): Promise<void>;
}

/** Starts the host on a free port of the loopback. */
export async function httpHost(home: string, options: HostOptions = {}): Promise<HttpHost> {
  const { command, args } = hostEntry(home, options);
  const start = async (port: string) => {
    const child = spawn(command, [...args, "--port", port], { stdio: ["ignore", "ignore", "pipe"] });
    return { child, url: await servingAt(child) };
  };
  let current = await start("0");
  const { url } = current;
  const stop = () =>
    new Promise<void>((resolve) => {
      if (current.child.exitCode !== null || current.child.signalCode !== null) return resolve();
      current.child.once("exit", () => resolve());
      current.child.kill("SIGKILL");
    });
  return {
    url,
    stop,
    async restart() {
      await stop();
      current = await start(new URL(url).port);
    },
  };
}

function servingAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr?.on("data", (chunk) => {
      text += chunk;
      const url = /Serving (http\S+)/.exec(text)?.[1];
      if (url) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`The host ended with ${code}: ${text}`)));
  });
}

import { once } from "node:events";
import { existsSync } from "node:fs";
import { type ProcessGroup, spawnGroup } from "@agent-tools/child-process";
import type { Log } from "@agent-tools/contract";
import type { Channel, ChannelEvents, SendOptions } from "./channel.js";
import { isRpcMessage, type RpcMessage } from "./json-rpc.js";
import { LineReader } from "./line-reader.js";
import { WireFailure } from "./wire-failure.js";

/** The longest message in bytes, and how much of a program's last words on stderr an error quotes, in lines. */
const MESSAGE_LIMIT = 128 * 1024 * 1024;
const STDERR_LIMIT = 64 * 1024;
const LAST_WORDS = 8;
/** How long a program may take to leave by itself after its input ended, in milliseconds: many never do. */
const INPUT_GRACE_MS = 500;
/** How long it may take after SIGTERM. */
const TERM_GRACE_MS = 2_000;

/** What a stdio channel is given: the program, started never through a shell, and what it needs beside. */
export interface StdioChannelOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Names the upstream in what is logged. */
  readonly name: string;
  readonly log: Log;
  /** Takes the secrets out of what the program says. */
  redact(text: string): string;
}

/**
 * A program that speaks MCP on stdin and stdout (MCP 2025-11-25, transports/stdio). What it prints there beside the
 * protocol is tolerated and reported once; what it prints on stderr is logged under its name.
 */
export class StdioChannel implements Channel {
  readonly kind = "stream";
  readonly #options: StdioChannelOptions;
  readonly #lastWords: string[] = [];
  #group: ProcessGroup | undefined;
  #hasReported = false;

  constructor(options: StdioChannelOptions) {
    this.#options = options;
  }

  async open(events: ChannelEvents): Promise<void> {
    const { command, args, environment, cwd } = this.#options;
    if (cwd !== undefined && !existsSync(cwd))
      throw new WireFailure(`its working directory ${cwd} does not exist`, "none");
    const group = spawnGroup(command, args, { environment, workingDirectory: cwd });
    this.#group = group;
    const { child } = group;
    const { stdin, stdout, stderr } = child;
    stdin?.on("error", () => {
      // The program closed its input; its exit says why.
    });
    const errors = new LineReader(STDERR_LIMIT, (line) => this.#heard(line));
    stderr?.on("data", (chunk: Buffer) => {
      try {
        errors.push(chunk);
      } catch {
        errors.flush();
      }
    });
    const messages = new LineReader(MESSAGE_LIMIT, (line) => this.#read(line, events));
    stdout?.on("data", (chunk: Buffer) => {
      try {
        messages.push(chunk);
      } catch (error) {
        events.closed(error);
        void this.close();
      }
    });
    child.once("exit", (code, signal) => {
      // What it still had to say is in the pipes; a grandchild that holds them open must not hold this up.
      const finish = () => events.closed(new Error(`it ended (${signal ?? `code ${code}`}).${this.#quote()}`));
      if (stdout?.readableEnded !== false) finish();
      else {
        const timer = setTimeout(finish, 200);
        stdout.once("end", () => {
          clearTimeout(timer);
          setImmediate(finish);
        });
      }
    });
    try {
      await once(child, "spawn");
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const faults: Readonly<Record<string, string>> = {
        ENOENT: "was not found; install it, or give its whole path",
        EACCES: "may not be run: it is no program, or not executable",
      };
      const fault = faults[code ?? ""];
      throw new WireFailure(fault ? `the command "${command}" ${fault}` : message, "none", { cause: error });
    }
  }

  send(message: RpcMessage, options: SendOptions = {}): Promise<void> {
    const stdin = this.#group?.child.stdin;
    if (!stdin?.writable) return Promise.reject(new WireFailure(`it no longer reads.${this.#quote()}`, "none"));
    options.onSent?.();
    return new Promise((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => {
        // A line that was not written to its end is not a message.
        if (error) reject(new WireFailure(`it no longer reads.${this.#quote()}`, "none", { cause: error }));
        else resolve();
      });
    });
  }

  agree(): void {
    // Nothing in a line of stdin depends on the revision.
  }

  async close(): Promise<void> {
    if (!this.#group) return;
    await this.#group.end({ inputGraceMs: INPUT_GRACE_MS, termGraceMs: TERM_GRACE_MS });
    for (const stream of this.#group.child.stdio) stream?.destroy();
  }

  #read(line: string, events: ChannelEvents): void {
    const message = parse(line) ?? parse(line.slice(Math.max(line.indexOf('{"jsonrpc"'), 0)));
    if (message) events.receive(message);
    else if (line.trim() !== "") this.#report(line);
  }

  #report(line: string): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    const { name, log, redact } = this.#options;
    log("warning", {
      source: name,
      message: `The MCP server "${name}" prints on stdout what is not JSON-RPC; it is ignored. It belongs on stderr.`,
      firstLine: redact(line).slice(0, 200),
    });
  }

  #heard(line: string): void {
    if (line.trim() === "") return;
    const words = this.#options.redact(line);
    this.#lastWords.push(words.slice(0, 500));
    if (this.#lastWords.length > LAST_WORDS) this.#lastWords.shift();
    this.#options.log("info", { source: this.#options.name, stderr: words });
  }

  #quote(): string {
    return this.#lastWords.length === 0 ? "" : ` Its last words on stderr: ${this.#lastWords.join(" | ")}`;
  }
}

function parse(line: string): RpcMessage | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isRpcMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

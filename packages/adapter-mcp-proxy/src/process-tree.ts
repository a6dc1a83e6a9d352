import { type ChildProcess, spawn as spawnPlain } from "node:child_process";
import { once } from "node:events";
import spawn from "cross-spawn";
import { watchGroup } from "./watchdog.js";

/** What to start. Never through a shell. */
export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How long a program may take to leave by itself after its input ended, and again after SIGTERM, in milliseconds. */
const GRACE_MS = 1_500;

/** A program and everything that it starts: one process group, ended as a whole. */
export class ProcessTree {
  readonly child: ChildProcess;
  readonly #unwatch: () => void;
  readonly #gone: Promise<unknown>;
  #ending: Promise<void> | undefined;

  constructor(options: ProcessOptions) {
    this.child = spawn(options.command, options.args, {
      env: { ...options.env },
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const { pid } = this.child;
    this.#unwatch = pid === undefined ? () => {} : watchGroup(pid);
    this.#gone = pid === undefined ? Promise.resolve() : once(this.child, "exit").catch(() => {});
    // A leader that leaves may leave others behind, and its id is only ours while they live.
    this.child.once("exit", () => this.#kill("SIGKILL"));
  }

  /** Asks by the end of input, then by SIGTERM, then does not ask. Resolves when nothing of the group is left. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.child.stdin?.end();
    if (!(await this.#leaves())) {
      this.#kill("SIGTERM");
      if (!(await this.#leaves())) this.#kill("SIGKILL");
    }
    await this.#gone;
    for (const stream of this.child.stdio) stream?.destroy();
  }

  async #leaves(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, GRACE_MS, false as const);
    });
    const left = await Promise.race([this.#gone.then(() => true as const), patience]);
    clearTimeout(timer);
    return left;
  }

  #kill(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (process.platform === "win32") {
      spawnPlain("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on(
        "error",
        () => {},
      );
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // Nothing of the group is left.
    }
    if (signal === "SIGKILL") this.#unwatch();
  }
}

import { type ChildProcess, spawn as spawnPlain } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import spawn from "cross-spawn";
import { watchGroup } from "./watchdog.js";

/** What to start. Never through a shell. */
export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How long a program may take to leave by itself after its input ended, in milliseconds: many never do. */
const INPUT_GRACE_MS = 500;
/** How long it may take after SIGTERM. */
const TERM_GRACE_MS = 2_000;
/** How long SIGKILL may take to empty the group. */
const KILL_GRACE_MS = 250;

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
    if (process.platform !== "win32") this.child.once("exit", () => this.#kill("SIGKILL"));
  }

  /** Asks by the end of input, then by SIGTERM, then does not ask. Resolves when nothing of the group is left. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.child.stdin?.end();
    if (!(await this.#leaves(INPUT_GRACE_MS))) {
      this.#kill("SIGTERM");
      if (!(await this.#leaves(TERM_GRACE_MS))) this.#kill("SIGKILL");
    }
    await this.#gone;
    await this.#groupGone();
    for (const stream of this.child.stdio) stream?.destroy();
  }

  async #leaves(graceMs: number): Promise<boolean> {
    const patience = new AbortController();
    const left = this.#gone.then(() => true);
    const stays = setTimeout(graceMs, false, { signal: patience.signal }).catch(() => false);
    return Promise.race([left, stays]).finally(() => patience.abort());
  }

  /** SIGKILL takes a moment. Where nobody collects the dead of others, they count as there: hence the end to waiting. */
  async #groupGone(): Promise<void> {
    const until = Date.now() + KILL_GRACE_MS;
    while (this.#isThere() && Date.now() < until) await setTimeout(5);
  }

  #isThere(): boolean {
    const { pid } = this.child;
    if (pid === undefined || process.platform === "win32") return false;
    try {
      return process.kill(-pid, 0);
    } catch {
      return false;
    }
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

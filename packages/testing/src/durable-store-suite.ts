import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Awaitable, Store } from "@agent-tools/contract";
import { type DurableStoreSubject, durableStoreRules, type RunningWriter } from "./durable-store-rules.js";
import { type Rule, registerRules, type TestFunction } from "./rule.js";
import type { Acknowledged } from "./store-writer.js";

/** How to make, open and write the store to prove. */
export interface DurableStoreOptions {
  /** A place where no store is yet: a file, an address. Each rule gets its own. */
  readonly place: () => Awaitable<string>;
  /** The store at that place. It is closed, and opened again. */
  readonly open: (place: string) => Awaitable<Store>;
  /** The command of a program that opens the store at that place and calls `storeWriter` of `@agent-tools/testing/store-writer`. It is killed. */
  readonly writer: (place: string) => readonly [command: string, ...args: string[]];
  /** Milliseconds to wait for the writer's answers. Default 20,000. */
  readonly patienceMs?: number;
}

/** The store to prove, and the runner to prove it in. */
export interface DurableStoreSuiteOptions extends DurableStoreOptions {
  /** `test` of vitest or of node:test. */
  readonly test: TestFunction;
  /** Rules that are known not to hold, by id, each with the reason. One that holds after all fails the suite. */
  readonly except?: Readonly<Record<string, string>>;
}

/** Registers one test for each rule that a Store has to keep whose writer is killed (SIGKILL), beside those of `storeSuite`. */
export function durableStoreSuite(options: DurableStoreSuiteOptions): void {
  const { test, except = {}, patienceMs = 20_000 } = options;
  const run = (rule: Rule<DurableStoreSubject>) => checkDurableStoreRule(rule, options);
  registerRules({ test, rules: durableStoreRules, run, except, timeoutMs: patienceMs * 4 });
}

/** Checks one rule at a place of its own; no writer outlives it. */
async function checkDurableStoreRule(
  rule: Rule<DurableStoreSubject>,
  { place, open, writer, patienceMs = 20_000 }: DurableStoreOptions,
): Promise<void> {
  const where = await place();
  const running: RunningWriter[] = [];
  try {
    await rule.check({
      open: async () => open(where),
      startWriter() {
        const started = startWriter(writer(where), patienceMs);
        running.push(started);
        return started;
      },
    });
  } finally {
    await Promise.all(running.map((started) => started.kill()));
  }
}

function startWriter([command, ...args]: readonly [string, ...string[]], patienceMs: number): RunningWriter {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const lines: Acknowledged[] = [];
  const errors: string[] = [];
  let notice: () => void = () => {};
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => {
    // The last line may be cut off by the kill: then it was not said.
    if (line.endsWith("}")) lines.push(JSON.parse(line) as Acknowledged);
    notice();
  });
  child.stderr.on("data", (text) => errors.push(String(text)));
  const ended = new Promise<void>((resolve) => {
    let open = 2;
    const one = () => {
      open -= 1;
      if (open === 0) resolve();
      notice();
    };
    child.once("close", one);
    reader.once("close", one);
    child.once("error", (error) => errors.push(error.message));
  });
  let asked = 0;
  return {
    async answered(times) {
      asked = Math.max(asked, lines.length) + times;
      const wanted = asked;
      await new Promise<void>((resolve, reject) => {
        const fail = (why: string) => {
          clearTimeout(timer);
          reject(new Error(`The writer ${why} after ${lines.length} answers. It said: ${errors.join("").trim()}`));
        };
        const timer = setTimeout(fail, patienceMs, `gave no ${wanted} answers in ${patienceMs} ms, but stopped`);
        notice = () => {
          if (child.exitCode !== null || child.signalCode !== null) return fail("ended by itself");
          if (lines.length < wanted) return;
          clearTimeout(timer);
          resolve();
        };
        notice();
      });
    },
    async kill() {
      notice = () => {};
      child.kill("SIGKILL");
      await ended;
      return lines;
    },
  };
}

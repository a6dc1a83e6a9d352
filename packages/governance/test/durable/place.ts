import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";

const folders: string[] = [];
const children = new Set<ChildProcess>();

/** After the test file that calls this, its programs are killed and its files gone. */
export function cleanUpAfterAll(): void {
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
    children.clear();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}

/** A file that is not there yet. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-tools-durable-"));
  folders.push(folder);
  return join(folder, "state.sqlite");
}

/** A program of this folder in a process of its own. */
export interface Started {
  /** The next line that it prints, as JSON. */
  next(): Promise<unknown>;
  /** Kills it (SIGKILL), and resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a program of this folder on the sources. */
export function start(name: string, ...args: string[]): Started {
  const onSources = ["--conditions=@agent-tools/source", "--import", "tsx"];
  const child = spawn(process.execPath, [...onSources, join(import.meta.dirname, name), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} ended by itself.`);
      return JSON.parse(value);
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
      children.delete(child);
    },
  };
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, vi } from "vitest";

const program = fileURLToPath(new URL("fixtures/family.mjs", import.meta.url));

/** A program with a child of its own that ignores SIGTERM, and what is left of the two. */
export interface Family {
  /** What Node is started with; `atEnd` says what the program does at the end of its input: "exit" or "stay". */
  args(atEnd: string): string[];
  /** Resolves when both run. */
  running(): Promise<void>;
  /** The ids of those that are there. One that has ended and only waits to be collected is not. */
  alive(): number[];
}

/** A new family for each test of the file; whoever is left of it afterwards is killed. */
export function eachFamily(): Family {
  let folder = "";
  let ids = "";
  const alive = () => (existsSync(ids) ? readFileSync(ids, "utf8").split(" ").map(Number).filter(isAlive) : []);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "child-process-"));
    ids = join(folder, "ids");
  });
  afterEach(() => {
    for (const id of alive()) process.kill(id, "SIGKILL");
    rmSync(folder, { recursive: true });
  });
  return {
    args: (atEnd) => [program, ids, atEnd],
    running: () => vi.waitFor(() => expect(alive()).toHaveLength(2), 15_000),
    alive,
  };
}

/** False for a process that has ended and only waits for its parent to notice. */
export function isAlive(id: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${id}/stat`, "utf8"));
  } catch {
    return false;
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStore } from "../src/index.js";

/** Why stores in files cannot be tried here (no SQLite driver loads), or undefined where they can. */
export const sqliteProblem: string | undefined = (() => {
  const folder = mkdtempSync(join(tmpdir(), "agent-tools-sqlite-"));
  try {
    void sqliteStore({ file: join(folder, "state.sqlite") }).close();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

import { equal } from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolError } from "@agent-tools/contract";
// #region use
import { sqliteStore } from "@agent-tools/store-sqlite";

export async function rememberAndRecall(): Promise<void> {
  const store = sqliteStore({ file: "state/agent-tools.sqlite" });
  await store.set(["notes", "ada"], { text: "remember this" });
  await store.close();

  const later = sqliteStore({ file: "state/agent-tools.sqlite" });
  console.log((await later.get(["notes", "ada"]))?.value); // { text: "remember this" }
  await later.close();
}
// #endregion use

const folder = mkdtempSync(join(tmpdir(), "agent-tools-readme-"));
process.chdir(folder);
try {
  await rememberAndRecall();
  equal(existsSync("state/agent-tools.sqlite"), true);
} catch (error) {
  // On a machine where no driver loads there is nothing to show.
  if (!ToolError.is(error) || !error.message.startsWith("No SQLite driver")) throw error;
} finally {
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true });
}

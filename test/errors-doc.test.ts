import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";

test("docs/errors.md is what the table of error codes says", () => {
  const root = join(import.meta.dirname, "..");
  execFileSync(process.execPath, ["scripts/errors-doc.mjs", "--check"], { cwd: root, stdio: "pipe" });
});

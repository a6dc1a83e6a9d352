import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "..", "examples");
const examples = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "main.ts")));

describe("every example is a program that checks itself", () => {
  test.each(examples)(
    "%s ends with success (O08: embedded gets an exposure as plain tool objects, with no transport; O70: the front of dynamic-server loads tools per connection)",
    (name) => {
      const program = path.join(folder, name, "main.ts");
      const child = spawnSync(process.execPath, ["--conditions=@agent-tools/source", "--import", "tsx", program], {
        encoding: "utf8",
        timeout: 110_000,
      });
      expect(child.status, child.stdout + child.stderr).toBe(0);
    },
  );
});

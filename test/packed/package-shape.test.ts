import { join } from "node:path";
import { describe, test } from "vitest";
import { execute } from "./execute.js";
import { tarballs } from "./tarball.js";

const bin = join(import.meta.dirname, "../../node_modules/.bin");

describe.each(tarballs())("$manifest.name", ({ path }) => {
  test("passes publint", () => execute(join(bin, "publint"), [path, "--strict"]));
  test("passes attw", () => execute(join(bin, "attw"), [path, "--profile", "esm-only"]));
});

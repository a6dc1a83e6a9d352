import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { shownBlocks } from "../docs/markdown.js";
import { execute } from "./execute.js";

const root = join(import.meta.dirname, "../..");

// Other files that READMEs show, those of the examples, have tests of their own.
const programs = [...new Set(shownBlocks(root).map(({ folder, from }) => join(folder, from.replace(/#.*$/, ""))))]
  .filter((path) => path.endsWith(".ts") && dirname(path).endsWith("/readme"))
  .map((path) => path.slice(root.length + 1));

test("there are programs", () => expect(programs.length).toBeGreaterThan(50));

test.each(programs)("%s runs", async (program) => {
  await execute(process.execPath, ["--conditions=@agent-tools/source", "--import", "tsx", program], root);
});

import { defineConfig } from "vitest/config";
import { project } from "../../vitest.workspace.js";

/** Tests that take long: whole programs, killed hosts, many processes. `npm run test:slow` runs them. */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: { projects: [project("slow", ["packages/*/test/**/*.slow.test.ts"], { testTimeout: 60_000 })], maxWorkers: 2 },
});

import { defineConfig } from "vitest/config";

/** Tests of the packed packages; scripts/check.mjs builds and packs, then runs them. */
export default defineConfig({
  test: {
    name: "packed",
    dir: import.meta.dirname,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});

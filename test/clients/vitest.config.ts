import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests with the real client programs; scripts/test-clients.mjs builds and packs what they need, then runs them. */
export default defineConfig({
  resolve: { conditions: ["@agent-tools/source"] },
  ssr: { resolve: { conditions: ["@agent-tools/source"], externalConditions: ["@agent-tools/source"] } },
  test: {
    name: "clients",
    dir: import.meta.dirname,
    globalSetup: join(import.meta.dirname, "global-setup.ts"),
    testTimeout: 120_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});

import { defineConfig } from "vitest/config";

/** Tests run on the sources: this private export condition points every workspace package at its `src`. */
const conditions = ["@agent-tools/source"];

const project = (name: string, include: string[], testTimeout = 20_000) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { name, include, testTimeout, hookTimeout: 60_000 },
});

export default defineConfig({
  test: {
    projects: [
      project("unit", ["packages/*/test/**/*.test.ts", "templates/*/test/**/*.test.ts"]),
      project("repo", ["test/*.test.ts"], 120_000),
    ],
    maxWorkers: "100%",
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
  },
});

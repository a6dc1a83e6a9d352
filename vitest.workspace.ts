import { defineConfig } from "vitest/config";

/** Tests run on the sources: this private export condition points every workspace package at its `src`. */
const conditions = ["@agent-tools/source"];

const seed = `${import.meta.dirname}/test/setup/fixed-seed.ts`;

interface ProjectOptions {
  readonly exclude?: string[];
  readonly testTimeout?: number;
  /**
   * Whether each file gets modules of its own; loading them anew is most of what short tests cost. Where they are shared, a
   * helper's hooks belong in a function that each test file calls: at its top level they would be those of the first file only.
   */
  readonly isolate?: boolean;
}

/** One group of tests. */
export const project = (name: string, include: string[], options: ProjectOptions = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { name, include, setupFiles: [seed], testTimeout: 20_000, hookTimeout: 60_000, ...options },
});

/** Tests that replace modules or Node's own functions. */
const apart = ["packages/network/test/**/*.test.ts", "packages/adapter-rest/test/openapi-json.test.ts"];

export default defineConfig({
  test: {
    projects: [
      project("unit", ["packages/*/test/**/*.test.ts", "templates/*/test/**/*.test.ts"], {
        exclude: ["**/node_modules/**", "**/*.slow.test.ts", ...apart],
        isolate: false,
      }),
      project("apart", apart),
      project("repo", ["test/*.test.ts"], { testTimeout: 120_000 }),
    ],
    maxWorkers: "100%",
    coverage: { provider: "v8", include: ["packages/*/src/**"] },
  },
});

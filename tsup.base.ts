import { defineConfig, type Options } from "tsup";

/** The one build of every package: its entry points as ESM with declarations. */
export function build(entry: string[] = ["src/index.ts"]): Options {
  return { entry, format: "esm", platform: "node", target: "node20", dts: true, clean: true, treeshake: true };
}

export default defineConfig(build());

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Options } from "tsup";
import { build } from "../../tsup.base.js";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** The packages whose code is in the program, each with its licence, as their licences ask. */
const licences: Plugin = {
  name: "licences",
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      const folders = Object.keys(metafile?.inputs ?? {}).map(
        (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
      );
      const foreign = [...new Set(folders.filter((folder) => folder !== undefined))];
      mkdirSync("dist", { recursive: true });
      writeFileSync("dist/LICENSES.txt", `${foreign.map(licenceOf).sort().join("\n\n")}\n`);
    });
  },
};

/** What the SDK takes from its runtime, without the validator in it: nothing here validates by the SDK. */
const shims: Plugin = {
  name: "shims",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/(server|client)\/_shims$/ }, ({ path }) => ({
      path,
      namespace: "shims",
    }));
    onLoad({ filter: /./, namespace: "shims" }, () => ({
      contents: `
        export { default as process } from "node:process";
        export const CORS_IS_POSSIBLE = false;
        export class DefaultJsonSchemaValidator {
          getValidator() {
            throw new Error("There is no validator here.");
          }
        }`,
    }));
  },
};

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : ""}`.trim();
}

/** The command line holds all that it needs: to load its parts one by one takes a third more CPU. */
export const program: Options = {
  ...build(["src/cli.ts"]),
  // The other build has done that.
  clean: false,
  dts: false,
  noExternal: [/.*/],
  treeshake: false,
  splitting: true,
  minifyWhitespace: true,
  esbuildPlugins: [licences, shims],
  esbuildOptions(options) {
    options.conditions = ["@agent-tools/source"];
    options.legalComments = "none";
  },
  // CommonJS among its parts asks for Node's own modules by this name.
  banner: { js: 'import { createRequire as require_ } from "node:module"; const require = require_(import.meta.url);' },
};

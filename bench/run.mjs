// node bench/run.mjs NAME [--data PATH] [--flag value …]: runs bench/NAME.mjs, which prints its table; the last line printed is
// one JSON object. Without a name it lists the names. Benches measure the built packages; stale builds are renewed first.
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildStalePackages } from "../scripts/build.mjs";
import { install } from "../scripts/install.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const shared = new Set(["run", "measure"]);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.slice(0, -".mjs".length))
  .filter((name) => !shared.has(name))
  .sort();

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  if (name !== undefined) console.error(`There is no bench "${name}".`);
  console.log(`node bench/run.mjs NAME [--data PATH]\n\n${names.map((each) => `  ${each}`).join("\n")}`);
  process.exit(name === undefined ? 0 : 1);
}

const flags = parseFlags(rest);
if (typeof flags.data === "string") flags.data = resolve(flags.data);
await install();
await buildStalePackages();
const { run } = await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
const result = await run(flags);
console.log(JSON.stringify(result));
// Whatever a bench left open, its result is out.
process.exit(0);

/** `--key value` and `--key` alone, which is true. */
function parseFlags(words) {
  const flags = {};
  for (let index = 0; index < words.length; index++) {
    const [, key] = /^--([a-z][a-z-]*)$/.exec(words[index]) ?? [];
    if (!key) throw new Error(`"${words[index]}" is no flag; flags look like --data PATH.`);
    const value = words[index + 1];
    const hasValue = value !== undefined && !value.startsWith("--");
    flags[key] = hasValue ? value : true;
    if (hasValue) index++;
  }
  return flags;
}

// npm run test:clients: the integrations with the real programs (Pi, eve, Codex and others), from npm, against a scripted model
// on the loopback. Prints what each client's model was shown; `-- --update` also writes it into docs/clients.md. What follows
// a second `--` goes to vitest.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStalePackages } from "./build.mjs";
import { measuresTable } from "./client-measures.mjs";
import { install } from "./install.mjs";
import { pnpm } from "./pnpm.mjs";
import { vitest } from "./vitest.mjs";
import { members, root } from "./workspace.mjs";

const args = process.argv.slice(2);
const shouldUpdate = args.includes("--update");
const vitestArgs = args.filter((arg) => arg !== "--update" && arg !== "--");
const folder = mkdtempSync(join(tmpdir(), "agent-tools-clients-run-"));
const tarballs = join(folder, "tarballs");
const measures = join(folder, "measures.jsonl");

/** A package and all of the workspace that it brings along. */
function closure(name, found = new Set()) {
  const member = members("packages").find(({ manifest }) => manifest.name === name);
  if (!member || found.has(member.folder)) return found;
  found.add(member.folder);
  for (const dependency of Object.keys(member.manifest.dependencies ?? {})) closure(dependency, found);
  return found;
}

await install();
const packed = [...closure("@agent-tools/eve-connection", closure("@agent-tools/pi-extension"))];
await buildStalePackages(packed);
const filters = packed.flatMap((each) => ["--filter", `./${each}`]);
await pnpm(["--recursive", ...filters, "pack", "--pack-destination", tarballs], { live: false });

const { code } = await vitest(["--config", "test/clients/vitest.config.ts", ...vitestArgs], {
  AGENT_TOOLS_TARBALLS: tarballs,
  AGENT_TOOLS_MEASURES: measures,
});
if (existsSync(measures)) {
  const table = measuresTable(readFileSync(measures, "utf8"));
  console.log(`\nTokens that each client's model was shown (characters of JSON / 4):\n\n${table}`);
  if (shouldUpdate && code === 0) {
    const page = join(root, "docs/clients.md");
    const text = readFileSync(page, "utf8");
    writeFileSync(page, text.replace(/(<!-- measured -->\n)[\s\S]*?(<!-- \/measured -->)/, `$1\n${table}\n$2`));
  }
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = code;

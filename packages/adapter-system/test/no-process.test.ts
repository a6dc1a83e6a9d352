import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { localCaller } from "@agent-tools/contract";
import { createRuntime, type ExposureName, expose } from "@agent-tools/runtime";
import { build } from "tsup";
import { afterAll, expect, test } from "vitest";
import { systemAdapter } from "../src/index.js";
import { startServer } from "./server.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "no-process-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of this package in one file, with everything that it loads, and the modules of Node that are named in it. */
async function bundle(name: string, entry: string): Promise<{ readonly file: string; readonly builtins: string[] }> {
  const outDir = join(folder, name);
  await build({
    ...{
      entry: { [name]: join(import.meta.dirname, entry) },
      outDir,
      format: "esm",
      platform: "node",
      target: "node20",
    },
    ...{ config: false, dts: false, silent: true, splitting: false, metafile: true, noExternal: [/.*/] },
    esbuildOptions(options) {
      options.conditions = ["@agent-tools/source", "import", "node"];
    },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    outExtension: () => ({ js: ".mjs" }),
  });
  const report: Metafile = JSON.parse(readFileSync(join(outDir, "metafile-esm.json"), "utf8"));
  const imports = Object.values(report.inputs).flatMap((input) => input.imports);
  const builtins = imports.filter(({ external }) => external).map(({ path }) => path.replace(/^node:/, ""));
  return { file: join(outDir, `${name}.mjs`), builtins: [...new Set(builtins)].sort() };
}

interface Metafile {
  readonly inputs: Readonly<
    Record<string, { readonly imports: readonly { readonly path: string; readonly external?: boolean }[] }>
  >;
}

test("O65 nothing that the adapter loads, of its own or of others, names a module of Node that starts processes", async () => {
  const { builtins } = await bundle("adapter", "../src/index.ts");
  expect(builtins).toEqual(expect.arrayContaining(["fs/promises", "dns"]));
  // By these another module could be loaded under a name that no list shows.
  expect(builtins.filter((name) => /^(child_process|cluster|module|vm|repl|process)$/.test(name))).toEqual([]);
});

test("O65 every tool does its work where no process can be started, and none is tried", {
  timeout: 60_000,
}, async () => {
  const { file } = await bundle("program", "no-process/every-tool.ts");
  const root = join(folder, "program");
  await using server = await startServer(({ url }, response) => response.end(url));
  const host = `127.0.0.1:${server.port}`;
  const permission = Number(process.versions.node.split(".")[0]) >= 24 ? "--permission" : "--experimental-permission";
  const args = [permission, "--allow-fs-read=*", "--allow-fs-write=*", "--no-warnings", file, root, host];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const said = JSON.parse(stdout);
  expect(said).toEqual({ tools: expect.any(Array), failed: [], starting: [], refused: "ERR_ACCESS_DENIED" });
  expect(said.tools).toHaveLength(9);
  expect(server.received).toHaveLength(2);
  expect(readdirSync(root)).not.toContain("made");
});

test("O65 no exposure has a shell: agent_tools_exec is not there, so that there is nothing to be virtual yet", async () => {
  const plugin = { name: "System", prefix: "system", adapter: systemAdapter({ tools: ["time", "echo"] }) };
  await using runtime = await createRuntime({ plugins: [plugin] });
  for (const how of ["per-plugin", "compact", "native", "gated"] as const) {
    const names = (await expose(runtime, how).listTools({ caller: localCaller() })).map(({ name }) => name);
    expect(names.filter((name) => /exec|shell|bash/.test(name))).toEqual([]);
  }
  expect(() => expose(runtime, "shell" as ExposureName)).toThrow();
});

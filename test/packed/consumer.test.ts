import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { layerOf } from "../architecture/layers.js";
import { execute } from "./execute.js";
import { type Tarball, tarballs } from "./tarball.js";

const root = join(import.meta.dirname, "../..");
const packed = tarballs();
const adapters = packed.filter(({ folder }) => layerOf(folder) === "adapters");
const projects: string[] = [];

afterAll(() => {
  for (const project of projects) rmSync(project, { recursive: true, force: true });
});

test("all packages install, compile and load in an empty project", async () => {
  const peers = Object.assign({}, ...packed.map(({ manifest }) => manifest.peerDependencies ?? {}));
  const project = await install(packed, peers);
  const entries = packed.flatMap(({ manifest }) =>
    Object.keys(manifest.exports).map((entry) => join(manifest.name, entry)),
  );
  for (const isStrict of [true, false]) {
    const chosen = entries.filter((entry) => looselyTyped.has(entry) !== isStrict);
    const imports = chosen.map((entry, index) => `import * as entry${index} from "${entry}";`);
    const use = `console.log([${chosen.map((_, index) => `entry${index}`).join(", ")}].length);`;
    writeFileSync(join(project, "src/main.ts"), `${[...imports, use].join("\n")}\n`);
    await compile(project, { skipLibCheck: !isStrict });
    await execute(process.execPath, ["src/main.js"], project);
  }
});

/** Entries over a library whose own declarations do not compile: theirs are left unchecked, and ours are not. */
const looselyTyped: ReadonlySet<string> = new Set(
  ["ai-sdk", "openai-agents", "langchain"].map((entry) => `@agent-tools/model-tools/${entry}`),
);

describe.each(adapters)("$manifest.name alone", (adapter) => {
  const programs = join(root, adapter.folder, "test/readme");

  test("O09: brings only its own dependencies and the contract, lists and calls with no runtime", async () => {
    const project = await install([adapter], developmentImports(adapter, programs));
    const brought = readdirSync(join(project, "node_modules/@agent-tools")).map((name) => layerOf(`packages/${name}`));
    expect(brought.filter((layer) => layer === "adapters")).toHaveLength(1);
    expect(brought.filter((layer) => layer !== "adapters" && layer !== "parts" && layer !== "contract")).toEqual([]);

    const names = readdirSync(join(project, "node_modules/@agent-tools"));
    cpSync(programs, join(project, "src"), { recursive: true, filter: (file) => isOfAdapterAlone(file, names) });
    await compile(project);
    for (const file of readdirSync(join(project, "src")).filter((name) => name.endsWith(".ts"))) {
      await execute(process.execPath, [`src/${file.replace(/\.ts$/, ".js")}`], project);
    }
    const text = textOf(join(project, "src"));
    expect(text).toMatch(/\.listTools\(/);
    expect(text).toMatch(/\.call\(/);
  });

  test("O09: its README says that alone it is not governed", () => {
    expect(readFileSync(join(root, adapter.folder, "README.md"), "utf8")).toMatch(/govern/i);
  });
});

test("the command line of the package stands in front of a server, with no package but what it brings", async () => {
  const project = await install(
    packed.filter(({ manifest }) => manifest.name === "agent-tools"),
    {},
  );
  writeFileSync(join(project, "server.js"), server);
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: opening },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "greet__hello", arguments: { who: "Ada" } } },
  ];
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const program = join(project, "node_modules/.bin/agent-tools");
  const child = spawn(program, ["stdio", "--", process.execPath, "server.js"], {
    cwd: project,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  child.stdin.write(input);
  let answers = "";
  for await (const chunk of child.stdout) {
    answers += chunk;
    if (answers.includes('"id":2')) child.stdin.end();
  }
  expect(answers).toContain("Hello Ada");
  expect(await ended).toEqual([0, null]);
  const licences = readFileSync(join(project, "node_modules/agent-tools/dist/LICENSES.txt"), "utf8");
  expect(licences).toMatch(/^zod \d.* \(MIT\)\n\nMIT License/m);
});

const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "consumer", version: "1" } };
const server = `
import { createRuntime, definePlugin, expose, mcpStdio } from "agent-tools";
const greetings = definePlugin({
  name: "Greetings",
  prefix: "greet",
  readonlyTools: ["hello"],
  adapter: { listTools: () => ({ tools: [{ name: "hello" }] }), call: (name, { who }) => "Hello " + who },
});
await mcpStdio(expose(await createRuntime({ plugins: [greetings] }), "native"));
`;

/** A new project with these tarballs and nothing else of the workspace: what they bring along is resolved by npm. */
async function install(chosen: readonly Tarball[], others: Readonly<Record<string, string>>): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), "agent-tools-consumer-"));
  projects.push(project);
  const files = (list: readonly Tarball[]) =>
    Object.fromEntries(list.map(({ manifest, path }) => [manifest.name, `file:${path}`]));
  const manifest = {
    private: true,
    type: "module",
    dependencies: { ...files(chosen), "@types/node": "^20.19.0", ...others },
    // The packages are not on a registry yet: wherever one is asked for, this is it.
    overrides: files(packed),
  };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  mkdirSync(join(project, "src"));
  // No package may need an install script to load; the one that has some use for one, better-sqlite3, takes minutes to build.
  await execute("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], project);
  return project;
}

/** Compiles `src` in place, as strictly as a user might, the declarations of every dependency included. */
async function compile(project: string, { skipLibCheck = false } = {}): Promise<void> {
  const compilerOptions = {
    ...{ target: "es2023", module: "nodenext", types: ["node"] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  await execute(process.execPath, [join(root, "node_modules/typescript/bin/tsc")], project);
}

/** False for a program that shows the adapter beside packages that it does not bring, or with a server of its tests. */
function isOfAdapterAlone(file: string, brought: readonly string[]): boolean {
  if (!file.endsWith(".ts")) return true;
  const text = readFileSync(file, "utf8");
  const others = [...text.matchAll(/from "@agent-tools\/([\w-]+)/g)].map(([, name = ""]) => name);
  return !text.includes('from "../') && others.every((name) => brought.includes(name));
}

/** What the README's programs import besides packages of the workspace, in the versions that the package develops with. */
function developmentImports({ folder }: Tarball, programs: string): Record<string, string> {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const text = textOf(programs);
  const isImported = (name: string) => text.includes(`"${name}"`) || text.includes(`"${name}/`);
  return Object.fromEntries(
    Object.entries<string>(devDependencies).filter(([name]) => !name.startsWith("@agent-tools/") && isImported(name)),
  );
}

/** The text of every file in a folder. */
function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRuntime, type DoneOutcome, findPlugins } from "../src/index.js";
import { me } from "./office.js";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "agent-tools-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const adapterClass = `export class ThingAdapter {
  listTools() { return { tools: [{ name: "get", description: "Gets it." }] }; }
  call(name, args) { return { name, args }; }
}`;
const good = {
  name: "Thing",
  prefix: "thing",
  adapter: "./adapter.mjs",
  adapterExport: "ThingAdapter",
  readonlyTools: ["get"],
};

async function folder(at: string, manifest: unknown, files: Record<string, string> = {}): Promise<string> {
  const full = path.join(home, at);
  await mkdir(full, { recursive: true });
  await writeFile(path.join(full, "plugin.json"), typeof manifest === "string" ? manifest : JSON.stringify(manifest));
  for (const [name, text] of Object.entries({ "adapter.mjs": adapterClass, ...files })) {
    await mkdir(path.dirname(path.join(full, name)), { recursive: true });
    await writeFile(path.join(full, name), text);
  }
  return full;
}

const find = (environment = {}) => findPlugins({ directory: home, environment });

describe("findPlugins", () => {
  test("loads folders beside the host, in node_modules and in AGENT_TOOLS_PLUGINS_DIR, each once", async () => {
    const beside = await folder("agent-tools-plugin-a", { ...good, prefix: "a" });
    await folder("node_modules/agent-tools-plugin-b", { ...good, prefix: "b" });
    await folder("elsewhere/agent-tools-plugin-c", { ...good, prefix: "c" });
    await folder("elsewhere/other-folder", { ...good, prefix: "d" });
    await symlink(beside, path.join(home, "elsewhere/agent-tools-plugin-a"));
    const { plugins, problems } = await find({ AGENT_TOOLS_PLUGINS_DIR: path.join(home, "elsewhere") });
    expect(plugins.map(({ prefix }) => prefix)).toEqual(["a", "b", "c"]);
    expect(problems).toEqual([]);
  });

  test("an adapter may be a class, a function of the host, or an object, and skills are named like their files", async () => {
    const body = `{ listTools: () => ({ tools: [{ name: "get" }] }), call: () => "from REPLACED" }`;
    await folder(
      "agent-tools-plugin-1",
      { ...good, prefix: "one", skills: ["./skills/fetch-it.mjs"] },
      {
        "skills/fetch-it.mjs": `export const run = async (adapter, args) => adapter.call("get", args);`,
      },
    );
    await folder(
      "agent-tools-plugin-2",
      { ...good, prefix: "two", adapterExport: "make" },
      {
        "adapter.mjs": `export const make = (host) => (${body.replace('"from REPLACED"', "typeof host.toolsChanged")});`,
      },
    );
    await folder(
      "agent-tools-plugin-3",
      { ...good, prefix: "three", adapterExport: undefined },
      {
        "adapter.mjs": `export default ${body.replace("REPLACED", "object")};`,
      },
    );
    const { plugins, problems } = await find();
    expect(problems).toEqual([]);
    const runtime = await createRuntime({ plugins });
    const get = async (plugin: string) =>
      ((await runtime.call({ target: { plugin, tool: "get" } }, me)) as DoneOutcome).result;
    expect((await get("one")).structuredContent).toEqual({ name: "get", args: {} });
    expect((await get("two")).content[0]).toEqual({ type: "text", text: "function" });
    expect((await get("three")).content[0]).toEqual({ type: "text", text: "from object" });
    const skill = await runtime.call(
      { target: { plugin: "one", skill: "fetch-it" }, arguments: { a: 1 }, confirm: true },
      me,
    );
    expect((skill as DoneOutcome).result.structuredContent).toEqual({ name: "get", args: { a: 1 } });
  });

  test("each fault names the file, the field and what to do, and the others are loaded", async () => {
    await folder("agent-tools-plugin-good", good);
    const faults: [string, unknown, Record<string, string>, RegExp][] = [
      ["json", "{", {}, /plugin\.json is not JSON/],
      [
        "type",
        { ...good, readonlyTools: "get" },
        {},
        /plugin\.json: readonlyTools is "get"; it must be a list of tool names/,
      ],
      ["prefix", { ...good, prefix: "Has Spaces" }, {}, /prefix is "Has Spaces"; it must be 1 to 16 characters/],
      ["noname", { ...good, name: undefined }, {}, /name is missing/],
      ["export", { ...good, adapterExport: "Nope" }, {}, /adapterExport is "Nope", and .* exports ThingAdapter/],
      ["import", good, { "adapter.mjs": "throw new Error('boom')" }, /adapter names .*boom/],
      ["missing", { ...good, adapter: "./gone.mjs" }, {}, /adapter names .*gone\.mjs/],
      ["array", [], {}, /must hold a JSON object/],
    ];
    for (const [name, manifest, files] of faults) await folder(`agent-tools-plugin-x-${name}`, manifest, files);
    const { plugins, problems } = await find();
    expect(plugins.map(({ prefix }) => prefix)).toEqual(["thing"]);
    expect(problems).toHaveLength(faults.length);
    for (const [name, , , words] of faults) {
      const problem = problems.find(({ source }) => source.endsWith(`x-${name}`));
      expect(problem?.message).toMatch(words);
      expect(problem?.message).toContain("left out");
    }
  });

  test("a skill without run and an unknown field are reported, and the plugin is loaded", async () => {
    await folder(
      "agent-tools-plugin-s",
      { ...good, skills: ["./bad.mjs", "./ok.mjs"], readOnlyTools: [] },
      {
        "bad.mjs": "export const meta = {};",
        "ok.mjs": "export const run = () => 1;",
      },
    );
    const { plugins, problems } = await find();
    expect(Object.keys(plugins[0]?.skills ?? {})).toEqual(["ok"]);
    expect(problems.map(({ field }) => field)).toEqual(["readOnlyTools", "skills"]);
    expect(problems[1]?.message).toMatch(/bad\.mjs: field "run" is missing/);
  });

  test("a plugins folder that cannot be read is a problem, and a missing node_modules is not", async () => {
    const { problems } = await find({ AGENT_TOOLS_PLUGINS_DIR: path.join(home, "nowhere") });
    expect(problems).toMatchObject([{ source: "AGENT_TOOLS_PLUGINS_DIR", message: expect.stringContaining("ENOENT") }]);
  });

  test("problems go to stderr, and nothing to stdout", async () => {
    await folder("agent-tools-plugin-bad", "{");
    const program = `
      import { createRuntime, findPlugins } from "@agent-tools/runtime";
      const runtime = await createRuntime(await findPlugins({ directory: ${JSON.stringify(home)}, environment: {} }));
      await runtime.close();`;
    const file = path.join(import.meta.dirname, `program-${process.pid}.ts`);
    await writeFile(file, program);
    try {
      const child = spawnSync(process.execPath, ["--conditions=@agent-tools/source", "--import", "tsx", file], {
        encoding: "utf8",
      });
      expect(child.stderr).toMatch(/warning: .*agent-tools-plugin-bad.*is not JSON/);
      expect([child.stdout, child.status]).toEqual(["", 0]);
    } finally {
      await rm(file);
    }
  });
});

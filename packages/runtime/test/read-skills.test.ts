import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { localCaller, type ToolResult } from "@agent-tools/contract";
import { loadSkillFolders } from "@agent-tools/skills";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ExposureName, expose } from "../src/index.js";
import { me, office, recorded, textOf } from "./office.js";

const files = {
  "weekly-report/SKILL.md": [
    "---",
    "name: weekly-report",
    "description: Writes the report of the week.",
    'allowed-tools: "office:*_notes office:add_note"',
    "---",
    "List the notes, then fill in forms/week.md.",
  ].join("\n"),
  "weekly-report/forms/week.md": "# Week\n",
  "weekly-report/logo.png": Buffer.from([0x89, 0x50, 0xff, 0x00]),
  "small-talk/SKILL.md": "---\nname: small-talk\ndescription: Talks about the weather.\n---\nBe kind.",
  "secret.txt": "not of any skill",
};

/** A runtime over two offices and the skills of a folder, as a client of one exposure sees it. */
async function client(how: ExposureName) {
  const root = await mkdtemp(join(tmpdir(), "skills-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await symlink(join(root, "secret.txt"), join(root, "weekly-report/link.txt"));
  const plugins = [
    office({ requireConfirm: false }).plugin,
    office({ requireConfirm: false, prefix: "annex", name: "Annex" }).plugin,
  ];
  const { runtime } = await recorded({ plugins, skills: await loadSkillFolders(root) });
  const exposure = expose(runtime, how);
  const call = async (name: string, args: object = {}, caller = me) =>
    (await exposure.callTool(name, args, { caller })) as ToolResult;
  const ask = async (name: string, args: object = {}, caller = me) =>
    JSON.parse(textOf(await call(name, args, caller))) as {
      readonly total: number;
      readonly toolset?: string;
      readonly next: object;
      readonly hits: readonly { readonly plugin?: string; readonly name: string }[];
    };
  return { root, runtime, exposure, call, ask };
}

describe("skills to read", () => {
  test("O50 discover finds them by what they are for, says how to read them, and an empty query leaves them out", async () => {
    const { ask } = await client("compact");
    const { hits, next } = await ask("discover", { query: "write the report of the week" });
    expect(hits[0]).toEqual({
      kind: "skill",
      name: "weekly-report",
      description: "Writes the report of the week.",
      args: 'none: read it with read { skill: "weekly-report" }',
    });
    expect(next).toEqual({ tool: "read", arguments: { skill: "weekly-report" } });
    const { hits: listed, total } = await ask("discover", { limit: 50 });
    expect(total).toBe(10);
    expect(listed.some(({ name }) => name === "weekly-report")).toBe(false);
  });

  test("a plugin's own discover finds those that speak of its tools or of none", async () => {
    const { ask } = await client("per-plugin");
    const found = async (plugin: string, query: string) =>
      (await ask(`agent_tools_${plugin}_discover`, { query })).hits.map(({ name }) => name);
    expect(await found("office", "report of the week")).toContain("weekly-report");
    expect(await found("annex", "report of the week")).not.toContain("weekly-report");
    expect(await found("annex", "talk about the weather")).toContain("small-talk");
  });

  test("read gives the instructions, names the files and reads them, text by pages and other bytes beside it", async () => {
    const { call, exposure } = await client("compact");
    const read = (await exposure.listTools({ caller: me })).find(({ name }) => name === "read");
    expect(read?.description).toContain("weekly-report (Writes the report of the week.)");
    const body = await call("read", { skill: "weekly-report" });
    expect(textOf(body)).toBe("List the notes, then fill in forms/week.md.");
    expect(body.content[1]?.["text"]).toContain("forms/week.md, logo.png. Read one with read");
    const form = await call("read", { skill: "weekly-report", file: "forms/week.md", limit: 3 });
    expect(form.content.map(({ text }) => text)).toEqual(["# W", 'Characters 0 to 3 of 7; read on with "offset": 3.']);
    const logo = await call("read", { skill: "weekly-report", file: "logo.png" });
    expect(logo.content).toEqual([
      {
        type: "resource",
        resource: { uri: "skill://weekly-report/logo.png", mimeType: "application/octet-stream", blob: "iVD/AA==" },
      },
    ]);
  });

  test.each([
    ["../secret.txt", "denied"],
    ["forms/../../secret.txt", "denied"],
    ["link.txt", "denied"],
    ["/etc/hostname", "denied"],
    ["forms/month.md", "unknown_target"],
  ])("read gives nothing but the skill's own files: %s", async (file, code) => {
    const { call } = await client("compact");
    const answer = await call("read", { skill: "weekly-report", file });
    expect(answer).toMatchObject({ isError: true, _meta: { "agent-tools/error": { code } } });
  });

  test("read takes one thing at a time, and names the nearest skill", async () => {
    const { call } = await client("compact");
    expect(textOf(await call("read", { skill: "small-talk", uri: "x:y" }))).toContain("one of them only");
    expect(textOf(await call("read", {}))).toContain("a handle, a uri or a skill");
    expect(textOf(await call("read", { skill: "weekly-raport" }))).toContain('Did you mean "weekly-report"');
  });

  test("help lists them with what they are for", async () => {
    const { runtime } = await client("compact");
    await runtime.discover("", me);
    expect(runtime.help(me).skills).toEqual([
      { name: "small-talk", description: "Talks about the weather." },
      { name: "weekly-report", description: "Writes the report of the week." },
    ]);
  });
});

/** What the skill speaks of. */
const toolset = ["office:list_notes", "office:add_note", "office:shred_notes"];

describe("the gates of SKILL.md folders", () => {
  test("O52 O53 a gated tool names the skill, load_skill opens its tools, and the same list stays", async () => {
    const { call, exposure } = await client("gated");
    const before = JSON.stringify(await exposure.listTools({ caller: me }));
    expect(before).toContain("weekly-report (Writes the report of the week.)");
    const waiting = JSON.parse(before).filter(
      ({ _meta }: { _meta?: object }) => _meta && "agent-tools/waits-for" in _meta,
    );
    expect(waiting.map(({ name }: { name: string }) => name)).toEqual(toolset.map((name) => name.replace(":", "__")));
    expect(textOf(await call("office__list_notes"))).toMatch(/^skill_required: .*"weekly-report"[\s\S]*load_skill/);
    expect(textOf(await call("annex__list_notes"))).toBe("[]");
    expect(textOf(await call("load_skill", { skill: "weekly-report" }))).toContain("List the notes");
    expect(textOf(await call("office__list_notes"))).toBe("[]");
    expect(JSON.stringify(await exposure.listTools({ caller: me }))).toBe(before);
  });

  test("O52 an instruction file that can no longer be read opens nothing", async () => {
    const { call, root } = await client("gated");
    await writeFile(join(root, "weekly-report/SKILL.md"), "broken");
    expect(await call("load_skill", { skill: "weekly-report" })).toMatchObject({ isError: true });
    expect(textOf(await call("office__list_notes"))).toMatch(/^skill_required/);
  });
});

describe("a conversation that narrows itself", () => {
  const names = (hits: readonly { readonly plugin?: string; readonly name: string }[]) =>
    hits.map(({ plugin, name }) => `${plugin}:${name}`);

  test("O54 by discover: only the tools of the skill, until it asks for all; other conversations are as before", async () => {
    const { ask, exposure } = await client("compact");
    const before = JSON.stringify(await exposure.listTools({ caller: me }));
    const narrowed = await ask("discover", { toolset: "weekly-report", limit: 50 });
    expect(names(narrowed.hits)).toEqual(toolset);
    expect(narrowed.toolset).toMatch(/^weekly-report: .*toolset: "all" shows 7 more$/);
    expect(names((await ask("discover", { query: "notes" })).hits).sort()).toEqual([...toolset].sort());
    const other = localCaller({ conversation: "another" });
    expect((await ask("discover", { limit: 50 }, other)).total).toBe(10);
    expect(JSON.stringify(await exposure.listTools({ caller: me }))).toBe(before);
    expect((await ask("discover", { toolset: "all", limit: 50 })).total).toBe(10);
    expect((await ask("discover", { limit: 50 })).toolset).toBeUndefined();
  });

  test("O54 by reading a skill: its tools come first, and what else is asked for is found and can be called", async () => {
    const { ask, call } = await client("compact");
    await call("read", { skill: "small-talk" });
    expect((await ask("discover", { limit: 50 })).total).toBe(10);
    await call("read", { skill: "weekly-report" });
    expect(names((await ask("discover", { limit: 50 })).hits)).toEqual(toolset);
    const beyond = await ask("discover", { query: "wait until told to stop" });
    expect(names(beyond.hits)).toContain("annex:wait");
    expect(beyond.toolset).toBeUndefined();
    expect(textOf(await call("call", { plugin: "annex", toolName: "list_notes" }))).toBe("[]");
  });

  test("a toolset that is none is refused with the nearest", async () => {
    const { call } = await client("compact");
    const answer = textOf(await call("discover", { toolset: "weekly-raport" }));
    expect(answer).toContain('no toolset "weekly-raport". Did you mean "weekly-report"');
    expect(textOf(await call("discover", { toolset: "small-talk" }))).toContain("weekly-report");
  });
});

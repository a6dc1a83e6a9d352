import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standaloneContext } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";
import { type SystemAdapterOptions, type SystemToolName, systemAdapter } from "../src/index.js";

const root = mkdtempSync(join(tmpdir(), "cages-"));

function refusal(options: SystemAdapterOptions): { code: string; message: string } {
  try {
    systemAdapter(options);
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error("It started.");
}

describe("a tool without its cage does not start", () => {
  test.each([
    ["read_file", "readFile"],
    ["http_fetch", "httpFetch"],
    ["webhook_call", "webhookCall"],
    ["memory_note", "memory"],
    ["memory_search", "memory"],
    ["knowledge_search", "knowledgeSearch"],
  ] as const)("%s names itself and %s", (tool, cage) => {
    const grants = [{ tool: "*", mode: "allow" }] as const;
    const { code, message } = refusal({ tools: ["time", tool], grants });
    expect(code).toBe("invalid_configuration");
    expect(message).toContain(`"${tool}"`);
    expect(message).toContain(cage);
  });

  test.each([
    ["no grants at all", undefined],
    ["a grant for others", [{ tool: "time", mode: "allow" }]],
    ["a grant that denies it", [{ tool: "memory_note", mode: "deny" }]],
    [
      "a wider grant beside one that denies it",
      [
        { tool: "*", mode: "allow" },
        { tool: "memory_*", mode: "deny" },
      ],
    ],
  ] as const)("memory_note with its block and %s (O62)", (_what, grants) => {
    const { code, message } = refusal({
      tools: ["memory_note"],
      memory: { scope: "agent" },
      ...(grants && { grants }),
    });
    expect(code).toBe("invalid_configuration");
    expect(message).toMatch(/grants has no row that covers "memory_note"/);
  });

  test.each(["allow", "shadow"] as const)("memory_note with its block and a grant to %s starts (O62)", async (mode) => {
    const grants = [{ tool: "memory_note", mode }];
    const adapter = systemAdapter({ tools: ["memory_note"], memory: { scope: "agent" }, grants });
    const { tools } = await adapter.listTools(standaloneContext());
    expect(tools.map(({ name }) => name)).toEqual(["memory_note"]);
  });

  test("in a runtime the plugin is left out and the problem says why, while the others live", async () => {
    await using runtime = await createRuntime({
      plugins: [
        { name: "System", prefix: "system", createAdapter: (host) => systemAdapter({ tools: ["read_file"] }, host) },
        { name: "Clock", prefix: "clock", createAdapter: (host) => systemAdapter({ tools: ["time"] }, host) },
      ],
      log() {},
    });
    expect(runtime.plugins.map(({ prefix }) => prefix)).toEqual(["clock"]);
    expect(runtime.problems[0]?.message).toMatch(/readFile is missing, and the tool "read_file" does not start/);
  });
});

test("no tool starts a process: such names are unknown, and say that it is a decision", () => {
  for (const name of ["shell", "bash", "exec", "run_command"]) {
    expect(refusal({ tools: [name as SystemToolName] }).message).toMatch(/None starts a process, by decision/);
  }
});

test.each<[string, SystemAdapterOptions, RegExp]>([
  ["a root that is not there", { tools: ["read_file"], readFile: { root: join(root, "gone") } }, /readFile\.root/],
  ["a root that is a file", { tools: ["read_file"], readFile: { root: import.meta.filename } }, /readFile\.root/],
  ["no host", { tools: ["http_fetch"], httpFetch: { allowHosts: [] } }, /httpFetch\.allowHosts/],
  ["a wildcard", { tools: ["http_fetch"], httpFetch: { allowHosts: ["*.example.com"] } }, /allow list/],
  ["endless redirects", { tools: [], httpFetch: { allowHosts: ["a.example"], maxRedirects: 99 } }, /maxRedirects/],
  ["half a byte", { tools: [], readFile: { root, maxBytes: 0.5 } }, /maxBytes/],
  ["an unknown scope", { tools: [], memory: { scope: "all" as "agent" } }, /memory\.scope/],
  ["no folders", { tools: [], knowledgeSearch: { folders: {} } }, /knowledgeSearch\.folders/],
])("a cage that is wrong is refused: %s", (_what, options, message) => {
  expect(refusal(options)).toMatchObject({ code: "invalid_configuration", message: expect.stringMatching(message) });
});

test("only what is listed is there, and what is private says so", async () => {
  const adapter = systemAdapter({
    tools: ["time", "read_file", "knowledge_search"],
    readFile: { root },
    httpFetch: { allowHosts: ["example.com"] },
    knowledgeSearch: { folders: { notes: root } },
  });
  const { tools } = await adapter.listTools(standaloneContext());
  expect(tools.map(({ name, _meta }) => [name, _meta?.["agent-tools/sensitive"] === true])).toEqual([
    ["time", false],
    ["read_file", true],
    ["knowledge_search", true],
  ]);
  await expect(
    (async () => adapter.call("http_fetch", { url: "http://example.com" }, standaloneContext()))(),
  ).rejects.toMatchObject({ code: "unknown_target" });
});

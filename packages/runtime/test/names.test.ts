import { definePlugin, type Plugin } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { createRuntime, expose } from "../src/index.js";
import { me, office, textOf } from "./office.js";

const session = { caller: me };

function plugin(prefix: string, tools: readonly object[]): Plugin {
  return definePlugin({
    name: prefix,
    prefix,
    requireConfirm: false,
    adapter: { listTools: () => ({ tools: tools as never }), call: (name: string) => `${prefix} ran ${name}` },
  });
}

async function compactOf(plugins: readonly Plugin[]) {
  const exposure = expose(await createRuntime({ plugins }), "compact");
  return async (name: string, args: unknown) => {
    const answer = await exposure.callTool(name, args, session);
    if ("status" in answer) throw new Error("pending");
    return textOf(answer as never);
  };
}

describe("names", () => {
  test("R13 a name that two plugins have is refused with both, unless the plugin is named", async () => {
    const call = await compactOf([
      plugin("a", [{ name: "b/echo" }]),
      plugin("a-b", [{ name: "echo" }, { name: "b/echo" }]),
    ]);
    const refused = await call("call", { toolName: "b/echo", arguments: {} });
    expect(refused).toMatch(/^ambiguous_target: .*a:b\/echo or a-b:b\/echo/);
    expect(await call("call", { plugin: "a", toolName: "b/echo" })).toBe("a ran b/echo");
    expect(await call("call", { plugin: "a-b", toolName: "echo" })).toBe("a-b ran echo");
  });

  test("R11 long names that agree in their first 64 characters stay apart, legal and the same after a restart", async () => {
    const tools = ["x", "y"].map((end) => ({ name: `${"operation_".repeat(8)}${end}` }));
    const names = async () => {
      const exposure = expose(await createRuntime({ plugins: [plugin("long", tools)] }), "native");
      return (await exposure.listTools(session)).map(({ name }) => name).filter((name) => name.startsWith("long__"));
    };
    const first = await names();
    expect(new Set(first).size).toBe(2);
    for (const name of first) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(await names()).toEqual(first);
    const exposure = expose(
      await createRuntime({ plugins: [plugin("other", []), plugin("long", tools.toReversed())] }),
      "native",
    );
    for (const [index, name] of first.entries()) {
      expect(await exposure.callTool(name, {}, session)).toMatchObject({
        content: [{ text: `long ran ${tools[index]?.name}` }],
      });
    }
  });

  test("R15 tools without a description are found by the words of their names and parameters, and never say undefined", async () => {
    const tools = Array.from({ length: 50 }, (_, index) => ({
      name: `fetch_${["invoice", "ticket", "parcel"][index % 3]}_${index}`,
      inputSchema: { type: "object", properties: { [`warehouse_${index}`]: { type: "string" } } },
    }));
    const call = await compactOf([plugin("p", tools)]);
    const found = await call("discover", { query: "parcel 5" });
    expect(JSON.parse(found).hits[0].name).toBe("fetch_parcel_5");
    expect(JSON.parse(await call("discover", { query: "warehouse_7" })).hits[0].name).toBe("fetch_ticket_7");
    for (const detail of ["names", "brief", "full"]) {
      expect(await call("discover", { query: "", detail })).not.toContain("undefined");
    }
  });

  test("a plugin or tool written otherwise is found where only one is meant, and told", async () => {
    const call = await compactOf([plugin("github", [{ name: "get_issue" }])]);
    expect(await call("call", { plugin: "GitHub", toolName: "getIssue", arguments: {} })).toBe("github ran get_issue");
    expect(await call("call", { toolName: "github__get_issue" })).toBe("github ran get_issue");
    expect(await call("call", { plugin: "github", toolName: "get_isue" })).toMatch(
      /unknown_target: .*Did you mean "get_issue"/,
    );
    expect(await call("call", { plugin: "gitlab", toolName: "get_issue" })).toMatch(
      /unknown_plugin: .*Did you mean "github"/,
    );
  });

  test("R17 a call nested in itself is put right in one step", async () => {
    const call = await compactOf([plugin("github", [{ name: "get_issue" }])]);
    const nested = { arguments: { plugin: "github", toolName: "get_issue", arguments: {} } };
    expect(await call("call", nested)).toBe("github ran get_issue");
    expect(await call("call", { toolName: "call", ...nested })).toBe("github ran get_issue");
  });
});

describe("verbs: split", () => {
  test("a call for reading stands beside each call, runs what reads and refuses the rest", async () => {
    const { plugin: officePlugin, notes } = office();
    const exposure = expose(await createRuntime({ plugins: [officePlugin] }), "per-plugin", { verbs: "split" });
    const listed = await exposure.listTools(session);
    const readonly = listed.find(({ name }) => name === "agent_tools_office_call_readonly");
    expect(readonly).toMatchObject({ annotations: { readOnlyHint: true } });
    expect(Object.keys((readonly?.inputSchema as { properties: object } | undefined)?.properties ?? {})).not.toContain(
      "confirm",
    );
    const call = (toolName: string, more: object = {}) =>
      exposure.callTool("agent_tools_office_call_readonly", { toolName, arguments: {}, ...more }, session);
    expect(await call("list_notes")).toMatchObject({ structuredContent: [] });
    expect(await call("shred_notes", { confirm: true })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^denied/) }],
    });
    expect(notes).toEqual([]);
  });
});

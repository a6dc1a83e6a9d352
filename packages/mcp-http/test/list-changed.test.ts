import { type Caller, definePlugin, memoryStore, type Plugin } from "@agent-tools/contract";
import { createRegistry, policy, type ToolsetsDocument, toolsets } from "@agent-tools/governance";
import { mcpHttp } from "@agent-tools/mcp-http";
import { approve, createPins, emptyLock, pinnableTools } from "@agent-tools/pins";
import { createRuntime, expose, type Policy } from "@agent-tools/runtime";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";

const tools = ["read", "send"].map((name) => ({ name, inputSchema: { type: "object" } }));
const mail: Plugin = definePlugin({
  ...{ name: "Mail", prefix: "mail" },
  adapter: { listTools: () => ({ tools }), call: () => "done" },
});
const caller: Caller = { workspace: "house", agent: "casa", caller: "ana", channel: "http", conversation: "one" };
const allow = { rules: [{ mode: "allow" as const }], withoutRules: "denied" as const };

/** What a runtime is made of, and how that comes to show only these of the tools. */
interface Governed {
  readonly plugins: readonly Plugin[];
  readonly policy: Policy;
  show(names: readonly string[]): unknown;
}

function pinned(policyOf: (pins: ReturnType<typeof createPins>) => Policy): Governed {
  const lockOf = (names: readonly string[]) =>
    approve(
      emptyLock,
      pinnableTools(
        "mail",
        tools.filter(({ name }) => names.includes(name)),
      ),
    );
  const pins = createPins(lockOf(["read", "send"]));
  return { plugins: [mail], policy: policyOf(pins), show: (names) => pins.apply(lockOf(names)) };
}

const ways: Readonly<Record<string, () => Governed | Promise<Governed>>> = {
  "R53 another lock, as the policy": () => pinned((pins) => pins),
  "R53 another lock, as a restriction": () => pinned((pins) => policy(allow, { restrictions: [pins] })),
  "another policy": () => {
    const governed = policy(allow);
    const show = (names: readonly string[]) =>
      governed.apply({ rules: names.map((tool) => ({ targets: { tool }, mode: "allow" })), withoutRules: "denied" });
    return { plugins: [mail], policy: governed, show };
  },
  "another version of a toolset": () => {
    let version = 0;
    const documentOf = (names: readonly string[]): ToolsetsDocument => ({
      toolsets: [
        {
          ...{ name: "set", version: `1.${version++}.0`, workspace: "house", visibility: "private" },
          tools: names.map((tool) => ({ plugin: "mail", tool })),
        },
      ],
      attachments: [{ workspace: "house", agent: "casa", toolset: "set", range: "^1" }],
      withoutToolsets: "nothing",
    });
    const sets = toolsets(documentOf(["read", "send"]));
    const show = (names: readonly string[]) => sets.replace(documentOf(names));
    return { ...sets.apply({ plugins: [mail], policy: policy(allow) }), show };
  },
  "another definition of a registry": async () => {
    const one = (tool: object) => ({ listTools: () => ({ tools: [tool as { name: string }] }), call: () => "done" });
    const registry = createRegistry({ store: memoryStore(), kinds: { mail: one } });
    for (const { name } of tools) await registry.create(caller, { id: name, kind: "mail", definition: { name } });
    return {
      plugins: [registry.plugin({ prefix: "mail" })],
      policy: policy(allow),
      async show(names) {
        for (const { name } of tools) await registry.setEnabled(caller, name, names.includes(name));
      },
    };
  },
};

describe.each(Object.entries(ways))("%s", (_, governed) => {
  test.each(["legacy", "auto"] as const)("reaches a live client (%s) by list_changed", async (mode) => {
    const { show, ...parts } = await governed();
    await using runtime = await createRuntime({ ...parts, log: () => {} });
    const listening = await mcpHttp(expose(runtime, "native"), { caller }).listen(0);
    let told = () => {};
    const client = new Client(
      { name: "live", version: "1.0.0" },
      {
        versionNegotiation: { mode },
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => told() } },
      },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(listening.url)));
    const listed = async () =>
      (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith("mail__"));
    expect(await listed()).toEqual(["mail__read", "mail__send"]);
    for (const names of [["read"], ["read", "send"]]) {
      const changed = new Promise<void>((resolve) => {
        told = resolve;
      });
      await show(names);
      await changed;
      expect(await listed()).toEqual(names.map((name) => `mail__${name}`));
    }
    await client.close();
    await listening.close();
  });
});

import { type Caller, definePlugin, type Plugin } from "@agent-tools/contract";
import { policy } from "@agent-tools/governance";
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
const pinned = (...names: string[]) =>
  approve(
    emptyLock,
    pinnableTools(
      "mail",
      tools.filter(({ name }) => names.includes(name)),
    ),
  );
const allow = { rules: [{ mode: "allow" as const }], withoutRules: "denied" as const };

/** A lock in force, as the one policy of a runtime and as a restriction of another. */
const ways: readonly (readonly [string, (pins: ReturnType<typeof createPins>) => Policy])[] = [
  ["a policy", (pins) => pins],
  ["a restriction", (pins) => policy(allow, { restrictions: [pins] })],
];

describe.each(ways)("with pins as %s", (_, policyOf) => {
  test.each(["legacy", "auto"] as const)(
    "R53 a live client (%s) is told that the list has changed when another lock is put in force",
    async (mode) => {
      const pins = createPins(pinned("read", "send"));
      await using runtime = await createRuntime({ plugins: [mail], policy: policyOf(pins) });
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
      for (const [lock, names] of [
        [pinned("read"), ["mail__read"]],
        [pinned("read", "send"), ["mail__read", "mail__send"]],
      ] as const) {
        const changed = new Promise<void>((resolve) => {
          told = resolve;
        });
        pins.apply(lock);
        await changed;
        expect(await listed()).toEqual(names);
      }
      await client.close();
      await listening.close();
    },
  );
});

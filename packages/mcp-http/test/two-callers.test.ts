import { type Caller, definePlugin, defineTool, toolsAdapter } from "@agent-tools/contract";
import { audit, limits, policy } from "@agent-tools/governance";
import { hashToken, mcpHttp, staticTokens } from "@agent-tools/mcp-http";
import { createRuntime, expose } from "@agent-tools/runtime";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Type } from "typebox";
import { expect, test } from "vitest";

const names = ["ana", "bea"] as const;
const callerOf = (name: string): Caller => ({
  ...{ workspace: `house of ${name}`, agent: `agent of ${name}`, caller: name, channel: "http" },
  conversation: name,
});
const CALLS = 200;
const keyOf = (name: string) => name.repeat(20);

test("two callers, one URL, 200 interleaved calls: nobody gets what is another's", async () => {
  const ran: { readonly tool: string; readonly caller: string }[] = [];
  const tool = (name: string) =>
    defineTool({
      name,
      description: `Says whose it is (${name}).`,
      input: Type.Object({ number: Type.Integer() }),
      effect: "read",
      async call({ number }, { caller, secrets }) {
        ran.push({ tool: name, caller: caller.caller });
        // Later calls end first, so that answers pass one another.
        await new Promise((resolve) => setTimeout(resolve, (number * 7) % 23));
        const secret = await secrets.get("TOKEN");
        // What a secret was used for comes back; the secret itself never does.
        return {
          number,
          caller: caller.caller,
          agent: caller.agent,
          isOwnSecret: secret === `token of ${caller.workspace}`,
        };
      },
    });
  const record = audit();
  await using runtime = await createRuntime({
    plugins: [
      definePlugin({
        ...{ name: "House", prefix: "house", secrets: ["TOKEN"], catalogue: "caller" },
        adapter: toolsAdapter([tool("shared"), tool("only_ana"), tool("only_bea")]),
      }),
    ],
    policy: policy({
      withoutRules: "denied",
      rules: [
        { targets: { tool: "shared" }, mode: "allow" },
        ...names.map((name) => ({ for: { caller: name }, targets: { tool: `only_${name}` }, mode: "allow" as const })),
      ],
    }),
    limits: limits({ rules: [{ each: "caller", rate: { calls: CALLS / 2, perSeconds: 3_600 } }] }),
    secrets: { isPerCaller: true, get: (secret, { workspace }) => `${secret.toLowerCase()} of ${workspace}` },
    observers: [record],
  });
  const expires = new Date(Date.now() + 3_600_000);
  const tokens = names.map(async (name) => ({ hash: await hashToken(keyOf(name)), caller: callerOf(name), expires }));
  const access = staticTokens(await Promise.all(tokens));
  const listening = await mcpHttp(expose(runtime, "native"), { access }).listen(0);
  const clients = await Promise.all(
    names.map(async (name) => {
      const client = new Client({ name, version: "1.0.0" });
      const requestInit = { headers: { authorization: `Bearer ${keyOf(name)}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(listening.url), { requestInit }));
      return { name, client };
    }),
  );

  for (const { name, client } of clients) {
    const listed = (await client.listTools()).tools
      .map((each) => each.name)
      .filter((each) => each.startsWith("house__"));
    expect(listed).toEqual(["house__shared", `house__only_${name}`]);
  }
  const answers = await Promise.all(
    Array.from({ length: CALLS }, async (_, number) => {
      const { name, client } = clients[number % 2] as (typeof clients)[number];
      // Each of them also tries what is the other's alone.
      const tool = ["shared", "only_ana", "only_bea"][Math.floor(number / 2) % 3] as string;
      const answer = await client
        .callTool({ name: `house__${tool}`, arguments: { number } })
        .catch((error: Error) => ({ refused: error.message }));
      return { name, number, tool, answer };
    }),
  );
  await Promise.all(clients.map(({ client }) => client.close()));
  await listening.close();

  let done = 0;
  for (const { name, number, tool, answer } of answers) {
    if (tool === "shared" || tool === `only_${name}`) {
      done += 1;
      expect(answer).toMatchObject({ content: [{ text: expect.any(String) }] });
      const [{ text }] = (answer as unknown as { content: [{ text: string }] }).content;
      expect(JSON.parse(text)).toEqual({ number, caller: name, agent: `agent of ${name}`, isOwnSecret: true });
    } else {
      expect(JSON.stringify(answer)).toMatch(/There is no tool|has no tool|not found|unknown/i);
    }
  }
  expect(done).toBeGreaterThan(CALLS / 2);
  expect(ran).toHaveLength(done);
  for (const { tool, caller } of ran) expect(["shared", `only_${caller}`]).toContain(tool);
  const events = record.recent({}, CALLS);
  expect(events.filter(({ event }) => event === "tool_used")).toHaveLength(done);
  for (const { agent, caller, workspace } of events)
    expect({ agent, workspace }).toEqual({
      agent: `agent of ${caller}`,
      workspace: `house of ${caller}`,
    });
});

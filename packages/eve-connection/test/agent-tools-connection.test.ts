import { definePlugin, defineTool, toolsAdapter } from "@agent-tools/contract";
import { agentToolsConnection } from "@agent-tools/eve-connection";
import { hashToken, mcpHttp, staticTokens } from "@agent-tools/mcp-http";
import { createRuntime, expose } from "@agent-tools/runtime";
import { Type } from "typebox";
import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

const now = defineTool({
  name: "now",
  description: "The time.",
  input: Type.Object({}),
  effect: "read",
  call: () => 1,
});
const clock = definePlugin({ name: "Clock", prefix: "clock", description: "The time", adapter: toolsAdapter([now]) });

describe("the description", () => {
  test("says what the host has, asked with the token of the environment", async () => {
    await using runtime = await createRuntime({ plugins: [clock] });
    const token = "a-token-that-is-long-enough-for-a-host";
    const caller = { workspace: "w", agent: "eve", caller: "c", channel: "http", conversation: "c" };
    const access = staticTokens([{ hash: await hashToken(token), caller, expires: new Date(Date.now() + 60_000) }]);
    const listening = await mcpHttp(expose(runtime), { access, handlesSignals: false }).listen(0);
    try {
      vi.stubEnv("AGENT_TOOLS_URL", listening.url);
      vi.stubEnv("AGENT_TOOLS_TOKEN", token);
      const { url, description, auth } = await agentToolsConnection();
      expect({ url, description }).toEqual({ url: listening.url, description: "Tools of clock (The time)." });
      expect(await auth?.getToken()).toEqual({ token });
    } finally {
      await listening.close();
    }
  });

  test("is general where the host does not answer", async () => {
    vi.stubEnv("AGENT_TOOLS_TOKEN", "");
    const connection = await agentToolsConnection({ url: "http://127.0.0.1:9/mcp" });
    expect(connection.description).toMatch(/behind one host/);
    expect(connection).not.toHaveProperty("auth");
  });
});

test("only what reads, or is approved beforehand, runs unasked", async () => {
  const { approval, tools } = await agentToolsConnection({
    description: "The clock",
    allow: ["clock__now"],
    approve: ["clock__set_*"],
  });
  expect(tools).toEqual({ allow: ["clock__now"] });
  const asked = (toolName: string, toolAnnotations?: object) =>
    approval({ toolName, ...(toolAnnotations && { toolAnnotations }) });
  expect(asked("runtime__clock__now", { readOnlyHint: true })).toBe("not-applicable");
  expect(asked("runtime__clock__now")).toBe("user-approval");
  expect(asked("runtime__clock__set_zone", { readOnlyHint: false })).toBe("not-applicable");
  expect(asked("runtime__clock__reset", { destructiveHint: true })).toBe("user-approval");
});

import { definePlugin, localCaller, type Plugin } from "@agent-tools/contract";
import { afterEach, expect, test, vi } from "vitest";
import { type TestRuntime, testRuntime } from "../src/index.js";
import { healthyAdapter } from "./healthy-adapter.js";

const secrets = { SERVICE_TOKEN: "t0ken/with+signs?" };

const plugin: Plugin = definePlugin({
  name: "Demo",
  prefix: "demo",
  createAdapter: healthyAdapter,
  secrets: ["SERVICE_TOKEN"],
  skills: {
    greet_both: {
      meta: { description: "Greets two people.", uses: ["greet"] },
      async run(adapter, { names }: { names: string[] }) {
        const greetings = [];
        for (const name of names) greetings.push((await adapter.call("greet", { name })).greeting);
        return greetings;
      },
    },
  },
});

let running: TestRuntime | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await running?.close();
});

test("calls tools and skills for their plain values, and keeps the audit", async () => {
  running = await testRuntime(plugin, { secrets });
  expect(await running.call("demo", "greet", { name: "Ada" })).toEqual({ greeting: "Hello Ada" });
  expect(await running.call("demo", "whoami")).toBe("signed in");
  expect(await running.runSkill("demo", "greet_both", { names: ["Ada", "Grace"] })).toEqual([
    "Hello Ada",
    "Hello Grace",
  ]);
  expect(running.events.map(({ target, status }) => [target, status])).toEqual([
    [{ plugin: "demo", tool: "greet" }, "done"],
    [{ plugin: "demo", tool: "whoami" }, "done"],
    [{ plugin: "demo", tool: "greet" }, "done"],
    [{ plugin: "demo", tool: "greet" }, "done"],
    [{ plugin: "demo", skill: "greet_both" }, "done"],
  ]);
});

test("what is refused or fails is thrown, and recorded", async () => {
  running = await testRuntime([plugin], { secrets });
  await expect(running.call("demo", "fail")).rejects.toMatchObject({ code: "confirmation_required" });
  await expect(running.call("demo", "fail", {}, { confirm: true })).rejects.toThrow("The service is out of order.");
  await expect(running.call("demo", "grete", { name: "Ada" })).rejects.toMatchObject({ code: "unknown_target" });
  expect(running.events.map(({ status, code }) => [status, code])).toEqual([
    ["refused", "confirmation_required"],
    ["failed", "upstream_error"],
    ["refused", "unknown_target"],
  ]);
});

test("a result that says isError is thrown with its words", async () => {
  const adapter = {
    listTools: () => ({ tools: [{ name: "look" }] }),
    call: () => ({ content: [{ type: "text", text: "It is dark." }], isError: true }),
  };
  running = await testRuntime(definePlugin({ name: "Cave", prefix: "cave", readonlyTools: ["look"], adapter }));
  await expect(running.call("cave", "look")).rejects.toMatchObject({ code: "upstream_error", message: "It is dark." });
});

test("secrets come from the options alone, and the caller may be another", async () => {
  vi.stubEnv("SERVICE_TOKEN", "from the environment");
  running = await testRuntime(plugin);
  const caller = localCaller({ caller: "grace" });
  await expect(running.call("demo", "whoami", {}, { caller })).rejects.toMatchObject({ code: "missing_secret" });
  expect(running.events[0]?.caller).toEqual(caller);
  vi.unstubAllEnvs();
});

test("a plugin that cannot be loaded fails the test with the reason", async () => {
  const broken = { ...plugin, prefix: "Not A Prefix" };
  await expect(testRuntime([plugin, broken], { log: () => {} })).rejects.toThrow(/left something out\. .*prefix/);
});

test("is closed at the end of an await using", async () => {
  const close = vi.fn();
  {
    await using held = await testRuntime({ name: "Demo", prefix: "demo", adapter: { ...healthyAdapter(), close } });
    expect(held.runtime.plugins.map(({ prefix }) => prefix)).toEqual(["demo"]);
    expect(close).not.toHaveBeenCalled();
  }
  expect(close).toHaveBeenCalledOnce();
});

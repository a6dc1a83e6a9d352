import { type Adapter, type AdapterHost, definePlugin, localCaller } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";

/** A plugin whose tools ask for the secret that is their argument, and which counts the calls that reached it. */
function bank() {
  const reached: string[] = [];
  const adapter: Adapter = {
    listTools: () => ({ tools: ["charge", "balance"].map((name) => ({ name, inputSchema: { type: "object" } })) }),
    effect: () => "read",
    async call(name, { secret }: { secret: string }, { secrets }) {
      reached.push(name);
      return (await secrets.get(secret)).length;
    },
  };
  const plugin = definePlugin({
    ...{ name: "Bank", prefix: "bank", adapter, secrets: ["BANK_URL"] },
    toolSecrets: { charge: ["CHARGE_KEY"] },
  });
  return { plugin, reached };
}

async function runtimeWith(secrets: Record<string, string>) {
  const { plugin, reached } = bank();
  const runtime = await createRuntime({
    plugins: [plugin],
    secrets: { isPerCaller: false, get: (name) => secrets[name] },
  });
  const call = (tool: string, secret: string) =>
    runtime.call({ target: { plugin: "bank", tool }, arguments: { secret } }, localCaller());
  return { runtime, reached, call };
}

describe("secrets are declared per tool as well as per plugin (O67)", () => {
  test("a tool gets its plugin's and its own, and no other tool's", async () => {
    const { runtime, call } = await runtimeWith({ BANK_URL: "https://bank.example", CHARGE_KEY: "charge-key-4711" });
    await expect(call("charge", "CHARGE_KEY")).resolves.toMatchObject({ status: "done" });
    await expect(call("charge", "BANK_URL")).resolves.toMatchObject({ status: "done" });
    await expect(call("balance", "BANK_URL")).resolves.toMatchObject({ status: "done" });
    await expect(call("balance", "CHARGE_KEY")).rejects.toMatchObject({
      code: "missing_secret",
      message: expect.stringMatching(/"CHARGE_KEY" is not among those that plugin "Bank" declares/),
    });
    await runtime.close();
  });

  test("one that is not set is named before the call reaches the adapter", async () => {
    const { runtime, reached, call } = await runtimeWith({ BANK_URL: "https://bank.example" });
    await expect(call("charge", "BANK_URL")).rejects.toMatchObject({
      code: "missing_secret",
      message: 'The secret "CHARGE_KEY" of plugin "Bank" is not set.',
    });
    expect(reached).toEqual([]);
    await expect(call("balance", "BANK_URL")).resolves.toMatchObject({ status: "done" });
    await runtime.close();
  });

  test("a plugin whose toolSecrets are no lists of names is left out", async () => {
    const plugin = { ...bank().plugin, toolSecrets: { charge: "CHARGE_KEY" as unknown as string[] } };
    await using runtime = await createRuntime({ plugins: [plugin], log() {} });
    expect(runtime.problems).toMatchObject([{ source: "bank", field: "toolSecrets" }]);
  });
});

test("what a plugin logs, lists and fails to close with holds no secret that it was given", async () => {
  const said: unknown[] = [];
  let host: AdapterHost | undefined;
  const secret = "s3cr3t/of+the=bank";
  const plugin = definePlugin({
    name: "Echo",
    prefix: "echo",
    secrets: ["KEY"],
    createAdapter(given): Adapter {
      host = given;
      return {
        async listTools({ secrets }) {
          const key = await secrets.get("KEY");
          host?.log("error", { key, url: encodeURIComponent(key) });
          return { tools: [{ name: "echo", description: `Uses ${key}.`, inputSchema: { default: [key] } }] };
        },
        call: () => "done",
        close() {
          throw new Error(`cannot close ${secret}`);
        },
      };
    },
  });
  const runtime = await createRuntime({
    plugins: [plugin],
    secrets: { isPerCaller: false, get: () => secret },
    log: (_, data) => said.push(data),
  });
  const [listed] = await runtime.tools(localCaller());
  await runtime.close();
  expect(listed?.tool.description).toBe("Uses [secret].");
  expect(said.length).toBe(2);
  expect(JSON.stringify([listed?.tool, said])).not.toMatch(/s3cr3t/);
});

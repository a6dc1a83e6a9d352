import { expose } from "@agent-tools/runtime";
import { Agent, OpenAIProvider, Runner, RunToolCallOutputItem } from "@openai/agents";
import { describe, expect, test } from "vitest";
import type { HostIo } from "../src/index.js";
import { openaiAgentsTools } from "../src/openai-agents.js";
import { functionCall, lastOutput, response, words } from "./responses-model.js";
import { scriptedServer } from "./scripted-server.js";
import { pixel, session, type Warehouse, warehouse } from "./warehouse.js";

type Step = (output: unknown) => object;

/** Runs an agent over the warehouse whose model, a server of the Responses API, does the steps and then says "Done.". */
async function agentRun(
  host: Warehouse,
  steps: readonly Step[],
  { how = "native" as "native" | "compact", io = {} as HostIo, signal = undefined as AbortSignal | undefined } = {},
) {
  await using server = await scriptedServer(
    "/v1/responses",
    [...steps, () => words("Done.")].map((step) => (body) => response(step(lastOutput(body)))),
  );
  const modelProvider = new OpenAIProvider({ apiKey: "none", baseURL: `${server.url}/v1`, useResponses: true });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const tools = await openaiAgentsTools(expose(host.runtime, how), session, io);
  const agent = new Agent({ name: "Storekeeper", model: "gpt-5.5", tools });
  const result = await runner.run(agent, "How many nuts are there?", signal === undefined ? {} : { signal });
  const outputs = result.newItems.filter((item) => item instanceof RunToolCallOutputItem);
  return { result, outputs, told: lastOutput(server.bodies.at(-1)), bodies: server.bodies };
}

describe("OpenAI Agents with a scripted Responses API on loopback", () => {
  test("the model discovers, calls what discover shows, and gets the result", async () => {
    await using host = await warehouse();
    const steps: Step[] = [
      () => functionCall("1", "discover", { query: "count one item" }),
      (output) => {
        const { next } = JSON.parse(String(output));
        return functionCall("2", next.tool, { ...next.arguments, arguments: { item: "nut", shelf: "2" } });
      },
    ];
    const { result, outputs, told } = await agentRun(host, steps, { how: "compact" });
    expect(result.finalOutput).toBe("Done.");
    expect(told).toContain('{"item":"nut","shelf":2,"count":3}');
    expect(outputs[1]?.customData).toMatchObject({ structuredContent: { item: "nut", shelf: 2, count: 3 } });
  });

  test("of a failed call the model reads what went wrong, and the host has the error", async () => {
    await using host = await warehouse();
    const steps = [
      () => functionCall("1", "warehouse__drop_item", { item: "nut" }),
      () => functionCall("2", "warehouse__count_items", { piece: "nut" }),
    ];
    const { outputs, told } = await agentRun(host, steps);
    expect(outputs[0]?.output).toContain("The nut broke.");
    expect(outputs[0]?.customData).toMatchObject({ isError: true, structuredContent: { broken: "nut" } });
    expect(told).toMatch(/^invalid_arguments: .*\nWhat to do: /s);
    expect(outputs[1]?.customData).toMatchObject({ _meta: { "agent-tools/error": { code: "invalid_arguments" } } });
  });

  test("images arrive, and names stay as they are", async () => {
    await using host = await warehouse();
    const { told, bodies } = await agentRun(host, [() => functionCall("1", "warehouse__show-item", { item: "nut" })]);
    expect(told).toMatchObject([
      { type: "input_text", text: "A nut:" },
      { type: "input_image", image_url: `data:image/png;base64,${pixel}` },
    ]);
    expect(bodies[0].tools.map(({ name }: { name: string }) => name)).toContain("warehouse__show-item");
  });

  test("questions are put to the host; without one the call says what it waits for", async () => {
    await using host = await warehouse();
    const steps = [() => functionCall("1", "warehouse__paint_item", { item: "nut" })];
    const ask: NonNullable<HostIo["ask"]> = async () => ({ colour: { action: "accept", content: { name: "red" } } });
    expect((await agentRun(host, steps, { io: { ask } })).told).toBe('The nut is now {"name":"red"}.');
    expect((await agentRun(host, steps)).told).toContain("unsupported");
  });

  test("the run's signal cancels the call", async () => {
    await using host = await warehouse();
    const abort = new AbortController();
    const steps = [() => functionCall("1", "warehouse__await_item", { item: "nut" })];
    const run = agentRun(host, steps, { signal: abort.signal });
    run.catch(() => {});
    await host.waiting;
    abort.abort();
    await host.aborted;
    await run.catch(() => {});
  });
});

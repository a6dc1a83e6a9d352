import { expect, test } from "vitest";
import type { Behind, ClientKind, RealClient } from "./real-clients.js";
import { sampleExposure } from "./sample-exposure.js";

type Sample = ReturnType<typeof sampleExposure>;

/** Connects a client to a served exposure; whatever it starts has ended when the test has. */
export type Connect = (kind: ClientKind, sample: Sample, behind?: Behind) => Promise<RealClient>;

/** What every way of serving an exposure has to carry, told to a real client. */
export function carriesEverything(kind: ClientKind, connect: Connect): void {
  const open = async (behind?: Behind, sample = sampleExposure()) => {
    const client = await connect(kind, sample, behind);
    return { client, sample };
  };

  test("greets with instructions made for this client", async () => {
    const { client } = await open();
    expect(client.instructions()).toBe("For real-client.");
  });

  test("lists tools, odd schemas included, and calls them (R05, R07)", async () => {
    const sample = sampleExposure([
      { name: "no-schema", run: () => ({ content: [], _meta: { a: 1 } }) },
      { name: "no-type", inputSchema: { properties: { a: true }, required: ["a"] } },
      { name: "any-of", inputSchema: { anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
      { name: "true", inputSchema: true, outputSchema: true },
      { name: "text", inputSchema: { type: "string" }, outputSchema: { type: "string" } },
      {
        name: "root-ref",
        outputSchema: {
          $ref: "#/$defs/out",
          $defs: { out: { type: "object", properties: { n: { type: "number" } } } },
        },
        run: () => ({ content: [], structuredContent: { n: 1 } }),
      },
      { name: "bad-fields", title: 7 as never, annotations: { readOnlyHint: "yes", title: "T" } as never, icons: "x" },
    ]);
    const { client } = await open(undefined, sample);
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual((await sample.exposure.listTools({} as never)).map((t) => t.name));
    const named = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
    expect(named["any-of"]?.["inputSchema"]).toEqual({
      type: "object",
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    });
    expect(named["bad-fields"]?.["annotations"]).toEqual({ title: "T" });
    expect(await client.callTool("root-ref")).toMatchObject({ structuredContent: { n: 1 } });
    expect(await client.callTool("no-schema")).toMatchObject({ content: [], _meta: { a: 1 } });
  });

  test("carries arguments, results and _meta both ways untouched (R31)", async () => {
    const { client, sample } = await open();
    const meta = { traceparent: "00-1-2-01", "example.org/deep": { a: [null, "00713"] } };
    const result = await client.callTool("echo", { text: "ä ☂", n: 0 }, { meta });
    expect(result).toMatchObject({
      content: [{ type: "text", text: '{"text":"ä ☂","n":0}' }],
      _meta: { "example.org/kept": [1, null] },
    });
    expect(sample.metas[0]).toMatchObject(meta);
    expect(await client.callTool("fails")).toMatchObject({ isError: true });
    const scalar = await client.callTool("scalar");
    expect(scalar["structuredContent"]).toEqual(kind.era === "modern" ? [1, 2, 3] : { result: [1, 2, 3] });
    expect(scalar["content"]).toEqual([]);
  });

  test("says who the client is", async () => {
    const { client } = await open({ elicit: () => ({ action: "decline" }) });
    const { content } = (await client.callTool("whoami")) as { content: { text: string }[] };
    expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({
      caller: { workspace: "local", caller: "local" },
      client: { name: "real-client", version: "7.8.9", capabilities: { elicitation: {} } },
    });
  });

  test("answers an unknown tool with a protocol error", async () => {
    const { client } = await open();
    await expect(client.callTool("nothing")).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/no tool "nothing"/),
    });
  });

  test("sends progress of the call that asked for it", async () => {
    const { client } = await open();
    const seen: unknown[] = [];
    const result = await client.callTool("steps", {}, { onprogress: (step) => seen.push(step) });
    expect(result).toMatchObject({ content: [{ text: "told" }] });
    // Clients of both lines lose a step that arrives in the same tick as the result.
    expect(seen.slice(0, 2)).toEqual([
      { progress: 1, total: 3, message: "step 1" },
      { progress: 2, total: 3, message: "step 2" },
    ]);
    expect(await client.callTool("steps")).toMatchObject({ content: [{ text: "nobody listens" }] });
  });

  test("sends log messages", async () => {
    const seen: unknown[] = [];
    const { client } = await open({ onLog: ({ level, data }) => seen.push([level, data]) });
    await client.callTool("logs");
    expect(seen).toEqual([
      ["debug", "fine"],
      ["warning", { what: "careful" }],
    ]);
  });

  test("passes a cancel on, and the connection lives", async () => {
    const stop = new AbortController();
    const { client, sample } = await open({ onLog: () => stop.abort(new Error("no longer wanted")) });
    await expect(client.callTool("wait", {}, { signal: stop.signal })).rejects.toThrow("no longer wanted");
    expect(await client.callTool("fails")).toMatchObject({ isError: true });
    await expect.poll(() => sample.cancelled, { timeout: 10_000 }).toEqual(["wait"]);
  });

  test.each(["ask", "pend"])("lets a tool ask a question: %s (R37)", async (tool) => {
    const { client } = await open({ elicit: () => ({ action: "accept", content: { name: "Ada" } }) });
    expect(await client.callTool(tool)).toMatchObject({ content: [{ text: "Hello Ada" }] });
  });

  test("says clearly that a client cannot answer (R37)", async () => {
    const { client } = await open();
    await expect(client.callTool("pend")).rejects.toThrow(kind.era === "modern" ? /did not declare/ : /cannot answer/);
  });

  test("tells of a changed list", async () => {
    let isTold = false;
    const { client, sample } = await open({
      onToolsChanged: () => {
        isTold = true;
      },
    });
    await client.listTools();
    // Over HTTP a client hears of changes once its stream is open, and nothing says when that is.
    const changeAgain = () => {
      if (!isTold) sample.addTool({ name: crypto.randomUUID(), inputSchema: { type: "object" } });
      return isTold;
    };
    await expect.poll(changeAgain, { timeout: 10_000 }).toBe(true);
  });
}

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Behind, type ClientKind, clientKinds } from "../../mcp-binding/test/real-clients.js";

const PATIENCE_MS = 60_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

const root = fileURLToPath(new URL("../../..", import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url));
const nodeArgs = (name: string, ...args: string[]) => [
  "--conditions=@agent-tools/source",
  "--import",
  "tsx",
  fixture(name),
  ...args,
];

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function connect(kind: ClientKind, behind?: Behind) {
  const Transport = kind.line === 1 ? StdioV1 : StdioV2;
  const transport = new Transport({
    command: process.execPath,
    args: nodeArgs("noisy-host"),
    cwd: root,
    stderr: "pipe",
  });
  const badLines: Error[] = [];
  const client = kind.make(behind);
  await client.connect(transport);
  transport.onerror = (error: Error) => badLines.push(error);
  closing.push(() => client.close());
  return { client, badLines };
}

function start(name: string, ...args: string[]) {
  const child = spawn(process.execPath, nodeArgs(name, ...args), {
    cwd: root,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  }) as unknown as ChildProcessWithoutNullStreams;
  closing.push(() => child.kill("SIGKILL"));
  const errors = createInterface(child.stderr);
  const said: string[] = [];
  errors.on("line", (line) => said.push(line));
  const saying = (pattern: RegExp) => eventually(() => said.some((line) => pattern.test(line)));
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  return { child, said, saying, lines };
}

/** Processes take as long to start as the machine is busy. */
const eventually = (holds: () => boolean) => expect.poll(holds, { timeout: PATIENCE_MS }).toBe(true);

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

const send = (child: ChildProcessWithoutNullStreams, message: object) =>
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

describe.each(clientKinds)("over stdio, for a client of $title", (kind) => {
  test("serves calls, questions and large results, whatever else is printed (R25)", async () => {
    const { client, badLines } = await connect(kind, {
      elicit: () => ({ action: "accept", content: { name: "Ada" } }),
    });
    expect((await client.listTools()).length).toBeGreaterThan(5);
    expect(await client.callTool("prints")).toMatchObject({ content: [{ text: "printed" }] });
    expect(await client.callTool("ask")).toMatchObject({ content: [{ text: "Hello Ada" }] });
    const { content } = (await client.callTool("big")) as { content: { text: string }[] };
    expect(content[0]?.text).toHaveLength(3_000_000);
    expect(badLines).toEqual([]);
  });
});

test("standard output carries protocol only, from the first import on (R25)", async () => {
  const { child, said, saying, lines } = start("noisy-host");
  send(child, initialize);
  send(child, { method: "notifications/initialized" });
  send(child, { id: 2, method: "tools/call", params: { name: "prints" } });
  await eventually(() => lines.length === 2);
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
  await saying(/from a worker/);
  const all = said.join("\n");
  for (const words of ["a banner at import", "half a line at import", "ready", "printed in a call", "and this"]) {
    expect(all).toContain(words);
  }
});

test("the end of input ends the connection and cancels what runs", async () => {
  const { child, saying, lines } = start("noisy-host");
  send(child, initialize);
  send(child, { method: "notifications/initialized" });
  send(child, { id: 2, method: "tools/call", params: { name: "wait" } });
  // The call has begun once its log message is out.
  await eventually(() => lines.length === 2);
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  await saying(/closed, cancelled: wait/);
});

test("a cancelled call is told so and has no answer, and the next call of its id has one", async () => {
  const { child, saying, lines } = start("noisy-host");
  send(child, initialize);
  send(child, { method: "notifications/initialized" });
  // Only a client that was greeted before it calls is answered past the SDK.
  await eventually(() => lines.length === 1);
  send(child, { id: 2, method: "tools/call", params: { name: "wait", _meta: { progressToken: 2 } } });
  await eventually(() => lines.length === 2);
  send(child, { method: "notifications/cancelled", params: { requestId: 2 } });
  send(child, { id: 3, method: "tools/call", params: { name: "steps", _meta: { progressToken: "p" } } });
  send(child, { id: 2, method: "tools/call", params: { name: "echo", arguments: { a: 1 } } });
  await eventually(() => lines.length === 7);
  const told = lines.slice(2).map((line) => JSON.parse(line) as { id?: number; method?: string; result?: unknown });
  expect(told.filter(({ id }) => id === 3)).toHaveLength(1);
  expect(told.filter(({ method }) => method === "notifications/progress")).toHaveLength(3);
  expect(told.filter(({ id }) => id === 2)).toMatchObject([{ result: { content: [{ text: '{"a":1}' }] } }]);
  child.stdin.end();
  await saying(/closed, cancelled: wait$/);
});

test("a host that does not end by itself is ended", async () => {
  const { child, saying } = start("lingering-host");
  await saying(/ready/);
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  await saying(/closed/);
});

test("a client that goes away in the middle of an answer does not crash the host", async () => {
  const { child, said, saying, lines } = start("noisy-host");
  send(child, initialize);
  send(child, { method: "notifications/initialized" });
  await eventually(() => lines.length === 1);
  child.stdout.destroy();
  send(child, { id: 2, method: "tools/call", params: { name: "big" } });
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  await saying(/closed/);
  expect(said.join("\n")).not.toMatch(/Unhandled|node:events/);
});

test.skipIf(process.platform === "win32")(
  "the death of the parent ends it, though input stays open (R23)",
  async () => {
    const { child, said, saying } = start("launcher", fixture("lingering-host"));
    await saying(/ready/);
    const pid = Number(said.join("\n").match(/child (\d+)/)?.[1]);
    closing.push(() => isAlive(pid) && process.kill(pid, "SIGKILL"));
    child.kill("SIGKILL");
    await eventually(() => !isAlive(pid));
  },
);

import { localCaller } from "@agent-tools/contract";
import { InMemoryTransport as InMemoryV2 } from "@modelcontextprotocol/client";
import { InMemoryTransport as InMemoryV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ListPromptsRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import { bindSdkV1 } from "../src/sdk-v1.js";
import { type Connect, carriesEverything } from "./carries-everything.js";
import { clientKinds } from "./real-clients.js";
import { sampleExposure } from "./sample-exposure.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const hostServer = () =>
  new Server(
    { name: "host", version: "1.0.0" },
    { instructions: "For real-client.", capabilities: { logging: {}, prompts: {} } },
  );

const connect: Connect = async (kind, { exposure }, behind) => {
  const server = hostServer();
  const stop = bindSdkV1(server, exposure, { caller: localCaller() });
  const [clientSide, serverSide] = (kind.line === 1 ? InMemoryV1 : InMemoryV2).createLinkedPair();
  await server.connect(serverSide as never);
  const client = kind.make(behind);
  await client.connect(clientSide);
  closing.push(async () => {
    stop();
    await client.close();
    await server.close();
  });
  return client;
};

describe.each(clientKinds.filter(({ title }) => !title.includes("2026")))(
  "a v1 server, for a client of $title",
  (kind) => {
    carriesEverything({ ...kind, era: "legacy" }, connect);
  },
);

test("leaves the host's own handlers alone", async () => {
  const server = hostServer();
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: "mine" }] }));
  server.fallbackRequestHandler = async ({ method }) => ({ own: method });
  closing.push(() => server.close());
  const stop = bindSdkV1(server, sampleExposure().exposure);
  closing.push(async () => stop());
  const [clientSide, serverSide] = InMemoryV1.createLinkedPair();
  await server.connect(serverSide);
  const replies: unknown[] = [];
  clientSide.onmessage = (message) => replies.push(message);
  await clientSide.start();
  await clientSide.send({ jsonrpc: "2.0", id: 1, method: "prompts/list" });
  await clientSide.send({ jsonrpc: "2.0", id: 2, method: "host/own" });
  await expect
    .poll(() => replies, { timeout: 10_000 })
    .toEqual([
      { jsonrpc: "2.0", id: 1, result: { prompts: [{ name: "mine" }] } },
      { jsonrpc: "2.0", id: 2, result: { own: "host/own" } },
    ]);
});

test("refuses a server that lists tools itself, or is connected", async () => {
  const own = new Server({ name: "host", version: "1.0.0" }, { capabilities: { tools: {} } });
  own.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
  expect(() => bindSdkV1(own, sampleExposure().exposure)).toThrow(/tools\/list/);
  const connected = hostServer();
  await connected.connect(InMemoryV1.createLinkedPair()[1]);
  closing.push(() => connected.close());
  expect(() => bindSdkV1(connected, sampleExposure().exposure)).toThrow(/connect/);
});

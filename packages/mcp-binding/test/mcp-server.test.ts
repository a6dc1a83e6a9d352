import { localCaller } from "@agent-tools/contract";
import { InMemoryTransport as InMemoryV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { InMemoryTransport as InMemoryV2 } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterEach, describe, expect, test } from "vitest";
import { facadeOf, mcpServer } from "../src/index.js";
import { type Connect, carriesEverything } from "./carries-everything.js";
import { clientKinds } from "./real-clients.js";
import { sampleExposure } from "./sample-exposure.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const connect: Connect = async (kind, { exposure }, behind) => {
  const facade = facadeOf(exposure);
  const [clientSide, serverSide] = (kind.line === 1 ? InMemoryV1 : InMemoryV2).createLinkedPair();
  const served = serveStdio(({ era }) => mcpServer(facade, { era, caller: localCaller(), isLongLived: true }), {
    transport: serverSide as never,
  });
  const client = kind.make(behind);
  await client.connect(clientSide);
  closing.push(async () => {
    await client.close();
    await served.close();
  });
  return client;
};

describe.each(clientKinds)("the v2 server, for a client of $title", (kind) => {
  carriesEverything(kind, connect);

  test("stops listening to the exposure when the client goes", async () => {
    const sample = sampleExposure();
    const client = await connect(kind, sample);
    await client.listTools();
    await client.close();
    await expect.poll(() => sample.listeners.size, { timeout: 10_000 }).toBe(0);
  });
});

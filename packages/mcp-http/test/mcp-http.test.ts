import { StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe } from "vitest";
import { type Connect, carriesEverything } from "../../mcp-binding/test/carries-everything.js";
import { clientKinds } from "../../mcp-binding/test/real-clients.js";
import { mcpHttp } from "../src/index.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const connect: Connect = async (kind, { exposure }, behind) => {
  const listening = await mcpHttp(exposure).listen(0);
  closing.push(() => listening.close());
  const client = kind.make(behind);
  await client.connect(new (kind.line === 1 ? HttpV1 : HttpV2)(new URL(listening.url)));
  closing.push(() => client.close());
  return client;
};

describe.each(clientKinds)("over HTTP, for a client of $title", (kind) => {
  carriesEverything(kind, connect);
});

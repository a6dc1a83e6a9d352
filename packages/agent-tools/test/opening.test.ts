import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { opening } from "../src/opening.js";

const clientInfo = { name: "codex-mcp-client", version: "1" };
const capabilities = { elicitation: { form: {} }, roots: { listChanged: true }, experimental: {} };
const said = { clientName: "codex-mcp-client", asks: ["elicitation", "roots"] };
const legacy = { jsonrpc: "2.0", id: 1, method: "initialize", params: { clientInfo, capabilities } };
const meta = {
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": capabilities,
};
const modern = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: meta } };

test.each([
  ["initialize", legacy, said],
  ["server/discover", modern, said],
  ["a message that says nothing of the client", { jsonrpc: "2.0", id: 1, method: "ping" }, { asks: [] }],
])("a client is known by its first message, which stays in the stream: %s", async (_, message, expected) => {
  const input = new PassThrough();
  const whole = `${JSON.stringify(message)}\n{"jsonrpc":"2.0","method":"second"}\n`;
  const found = opening(input);
  for (const part of whole.match(/[\s\S]{1,40}/g) ?? []) input.write(part);
  expect(await found).toEqual(expected);
  input.end();
  expect(await text(input)).toBe(whole);
});

test.each(["", "no JSON\n", "[1]\n", "null\n", '{"params":7}\n', "cut off"])(
  "of a client that begins with %j nothing is known",
  async (words) => {
    const input = new PassThrough();
    input.end(words);
    expect(await opening(input)).toEqual({ asks: [] });
    if (words.includes("\n")) expect(await text(input)).toBe(words);
  },
);

test("a first message without an end is not waited for, and stays in the stream as far as it came", async () => {
  const input = new PassThrough({ highWaterMark: 4 * 1024 * 1024 });
  const endless = "x".repeat(2 * 1024 * 1024);
  input.write(endless);
  expect(await opening(input)).toEqual({ asks: [] });
  input.end();
  expect(await text(input)).toBe(endless);
});

import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { LineTransport } from "../src/line-transport.js";

async function started(isTaken: (message: unknown) => boolean = () => false) {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new LineTransport(input, output, isTaken);
  const messages: unknown[] = [];
  const errors: string[] = [];
  let ends = 0;
  transport.onmessage = (message) => messages.push(message);
  transport.onerror = ({ message }) => errors.push(message);
  transport.onclose = () => {
    ends += 1;
  };
  await transport.start();
  /** In pieces of that many bytes. */
  const say = async (text: string, size = text.length) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { input, output, transport, messages, errors, say, ends: () => ends };
}

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const words = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "ä€😀" } };

test.each([1, 3, 10_000])("messages are read from lines that come in pieces of %i bytes", async (size) => {
  const { say, messages, errors } = await started();
  await say(`${JSON.stringify(ping)}\r\n\nnoise {\n${JSON.stringify(words)}\n`, size);
  expect(messages).toEqual([ping, words]);
  expect(errors).toEqual([]);
});

test("what is JSON and no message is reported, and the next message is read", async () => {
  const { say, messages, errors } = await started();
  await say(`{"hello":1}\n[]\n${JSON.stringify(ping)}\n`);
  expect(errors).toHaveLength(2);
  expect(messages).toEqual([ping]);
});

test("what is taken before goes no further", async () => {
  const seen: unknown[] = [];
  const { say, messages } = await started((message) => seen.push(message) === 1);
  await say(`${JSON.stringify(ping)}\n${JSON.stringify(words)}\n`);
  expect(seen).toEqual([ping, words]);
  expect(messages).toEqual([words]);
});

test("a message that is too long ends the connection", async () => {
  const { say, errors, ends } = await started();
  await say("x".repeat(11_000_000), 1_000_000);
  await expect.poll(() => errors, { timeout: 10_000 }).toEqual([expect.stringMatching(/longer than/)]);
  expect(ends()).toBe(1);
});

test("the end of input closes it once, and nothing is sent any more", async () => {
  const { input, output, transport, ends } = await started();
  await transport.send(ping);
  input.end();
  await expect.poll(ends, { timeout: 10_000 }).toBe(1);
  await transport.close();
  expect(ends()).toBe(1);
  await expect(transport.send(ping)).rejects.toThrow();
  expect(String(output.read())).toBe(`${JSON.stringify(ping)}\n`);
});

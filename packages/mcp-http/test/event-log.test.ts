import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { eventLog } from "../src/event-log.js";

const message = (n: number, text = ""): JSONRPCMessage => ({ jsonrpc: "2.0", method: "m", params: { n, text } });

async function after(log: ReturnType<typeof eventLog>, id: string) {
  const seen: unknown[] = [];
  await log.replayEventsAfter(id, {
    send: async (_id, sent) => void seen.push((sent as never as { params: { n: number } }).params.n),
  });
  return seen;
}

test("replays what came after, of that stream only", async () => {
  const log = eventLog();
  const opening = await log.storeEvent("a", {} as JSONRPCMessage);
  const first = await log.storeEvent("a", message(1));
  await log.storeEvent("b", message(2));
  await log.storeEvent("a", message(3));
  expect(await after(log, opening)).toEqual([1, 3]);
  expect(await after(log, first)).toEqual([3]);
  expect(await log.getStreamIdForEventId?.(first)).toBe("a");
});

test("forgets the oldest beyond its bounds, and does not keep what is too large for it", async () => {
  const log = eventLog();
  const first = await log.storeEvent("a", message(0));
  const huge = await log.storeEvent("a", message(-1, "x".repeat(5_000_000)));
  for (let n = 1; n < 256; n++) await log.storeEvent("a", message(n));
  expect(await after(log, first)).toHaveLength(255);
  expect(await log.getStreamIdForEventId?.(huge)).toBeUndefined();
  await log.storeEvent("a", message(256));
  expect(await log.getStreamIdForEventId?.(first)).toBeUndefined();
  await expect(after(log, first)).rejects.toThrow(/no longer kept/);
  for (let n = 0; n < 10; n++) await log.storeEvent("a", message(n, "x".repeat(1_000_000)));
  const last = await log.storeEvent("b", message(1));
  expect(await log.getStreamIdForEventId?.(String(Number(last) - 3))).toBe("a");
  expect(await log.getStreamIdForEventId?.(String(Number(last) - 5))).toBeUndefined();
});

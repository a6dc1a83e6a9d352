import { localCaller, textResult } from "@agent-tools/contract";
import { afterEach, expect, test, vi } from "vitest";
import { sampleExposure } from "../../mcp-binding/test/sample-exposure.js";
import { type McpHttp, type McpHttpOptions, mcpHttp } from "../src/index.js";
import { initialize, messagesOf, openSession, rawRequest } from "./raw-http.js";

const closing: McpHttp[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(closing.splice(0).map((http) => http.close()));
});

function served(options: McpHttpOptions = {}, sample = sampleExposure()) {
  const http = mcpHttp(sample.exposure, options);
  closing.push(http);
  /** Lists the tools, and has the whole answer. */
  async function list(session: string, headers = {}): Promise<Response> {
    const response = await http.fetch(rawRequest({ session, headers, message: { id: 1, method: "tools/list" } }));
    return new Response(await response.text(), response);
  }
  const call = (session: string, name: string, id = 2) =>
    http.fetch(rawRequest({ session, message: { id, method: "tools/call", params: { name } } }));
  return { http, list, call, sample };
}

test("a session that nobody has used for long is gone, and says how to go on", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { http, list } = served({ sessionIdleMs: 60_000 });
  const session = await openSession(http.fetch);
  vi.advanceTimersByTime(59_999);
  expect((await list(session)).status).toBe(200);
  vi.advanceTimersByTime(60_000);
  const late = await list(session);
  expect(late.status).toBe(404);
  expect(await messagesOf(late)).toMatchObject([
    { error: { code: -32001, message: expect.stringMatching(/Send initialize again/) } },
  ]);
});

test("a session with an open stream or a running call is in use", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { http, list, call } = served({ sessionIdleMs: 60_000 });
  const listening = await openSession(http.fetch);
  const stream = await http.fetch(rawRequest({ method: "GET", session: listening }));
  const calling = await openSession(http.fetch);
  await call(calling, "wait");
  vi.advanceTimersByTime(600_000);
  expect((await list(listening)).status).toBe(200);
  expect((await list(calling)).status).toBe(200);
  await stream.body?.cancel();
  vi.advanceTimersByTime(60_000);
  expect((await list(listening)).status).toBe(404);
});

test("at the cap the session that was idle for longest makes room; where all are in use, the newcomer waits", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { http, list, call } = served({ maxSessions: 2 });
  const first = await openSession(http.fetch);
  vi.advanceTimersByTime(1);
  const second = await openSession(http.fetch);
  vi.advanceTimersByTime(1);
  await list(first);
  const third = await openSession(http.fetch);
  expect((await list(second)).status).toBe(404);
  await call(first, "wait");
  await call(third, "wait");
  const refused = await http.fetch(rawRequest({ message: initialize }));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
});

test("DELETE ends a session and the calls in it", async () => {
  const { http, list, call, sample } = served();
  const before = sample.listeners.size;
  const session = await openSession(http.fetch);
  await http.fetch(rawRequest({ session, message: { method: "notifications/initialized" } }));
  await expect.poll(() => sample.listeners.size, { timeout: 10_000 }).toBe(before + 1);
  await call(session, "wait");
  expect((await http.fetch(rawRequest({ method: "DELETE", session }))).status).toBe(200);
  expect((await list(session)).status).toBe(404);
  await expect.poll(() => sample.cancelled, { timeout: 10_000 }).toEqual(["wait"]);
  expect(sample.listeners.size).toBe(before);
});

test("a session belongs to the caller that opened it", async () => {
  const { http, list } = served({ caller: (request) => localCaller({ caller: request.headers.get("x-user") ?? "" }) });
  const session = await openSession(http.fetch, { "x-user": "alice" });
  expect((await list(session, { "x-user": "bob" })).status).toBe(404);
  expect((await list(session, { "x-user": "alice" })).status).toBe(200);
});

test("a stream that broke is taken up where it was (R37)", async () => {
  const { promise: mayEnd, resolve: end } = withResolvers();
  const sample = sampleExposure([
    {
      name: "long",
      async run(_args, io) {
        io.log?.("info", "begun");
        await mayEnd;
        return textResult("done at last");
      },
    },
  ]);
  const { http, call } = served({}, sample);
  const session = await openSession(http.fetch);
  const broken = await call(session, "long");
  const reader = broken.body?.getReader();
  let seen = "";
  while (!seen.includes("begun")) seen += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  end();
  const [lastId = ""] = seen.match(/(?<=id: )\d+(?!.*id: )/s) ?? [];
  const resumed = async () => {
    const headers = { "last-event-id": lastId };
    return messagesOf(await http.fetch(rawRequest({ method: "GET", session, headers })));
  };
  expect(await resumed()).toMatchObject([{ id: 2, result: { content: [{ text: "done at last" }] } }]);
});

test("a cancelled call leaves no stream open", async () => {
  const { http, call } = served();
  const session = await openSession(http.fetch);
  const response = await call(session, "wait", 7);
  await http.fetch(
    rawRequest({ session, message: { method: "notifications/cancelled", params: { requestId: 7, reason: "enough" } } }),
  );
  expect(await messagesOf(response)).toMatchObject([
    { method: "notifications/message" },
    { id: 7, error: { message: "The request was cancelled." } },
  ]);
});

test("a session is a conversation", async () => {
  const { http, call } = served();
  const session = await openSession(http.fetch);
  const [message] = await messagesOf(await call(session, "whoami"));
  const text = JSON.stringify(message);
  expect(text).toContain(String.raw`\"channel\":\"http\",\"conversation\":\"${session}\"`);
  expect(text).toContain(String.raw`\"name\":\"raw\"`);
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

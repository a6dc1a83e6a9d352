import { setTimeout as pause } from "node:timers/promises";
import { type JsonObject, textResult } from "@agent-tools/contract";
import type { CallIo } from "@agent-tools/runtime";
import { afterEach, expect, test } from "vitest";
import { sampleExposure } from "../../mcp-binding/test/sample-exposure.js";
import { type McpHttp, mcpHttp } from "../src/index.js";
import { initialize, messagesOf, openSession, rawRequest } from "./raw-http.js";

const closing: McpHttp[] = [];
afterEach(() => Promise.all(closing.splice(0).map((http) => http.close())));

/** One tool that runs as told, and how often it did. */
async function serving(run: (io: CallIo) => Promise<void>) {
  let runs = 0;
  const tool = {
    name: "own",
    inputSchema: { type: "object" },
    async run(_: JsonObject, io: CallIo) {
      runs += 1;
      await run(io);
      return textResult("done");
    },
  } as const;
  const http = mcpHttp(sampleExposure([tool]).exposure);
  closing.push(http);
  const session = await openSession(http.fetch);
  const post = (message: object, headers = {}) => http.fetch(rawRequest({ session, message, headers }));
  const call = (params: object = {}, headers = {}) =>
    post({ id: 7, method: "tools/call", params: { name: "own", ...params } }, headers);
  return { http, session, call, post, runs: () => runs };
}

const done = { id: 7, result: { content: [{ type: "text", text: "done" }] } };
const progress = { progressToken: "t" };

test("a quick call that says nothing first is answered by one JSON body", async () => {
  const { call, session, runs } = await serving(async () => {});
  const response = await call({ _meta: progress });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("mcp-session-id")).toBe(session);
  expect(await messagesOf(response)).toMatchObject([done]);
  expect(runs()).toBe(1);
});

test.each([
  ["at once", async () => {}],
  ["after a while", () => pause(20)],
])("a call that speaks and ends %s is answered by a stream, in order, and runs once", async (_, wait) => {
  const { call, runs } = await serving(async (io) => {
    await wait();
    io.progress?.(1, 2);
    io.progress?.(2, 2);
  });
  const response = await call({ _meta: progress });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const messages = await messagesOf(response);
  expect(messages.filter(({ jsonrpc }) => jsonrpc)).toMatchObject([
    { method: "notifications/progress", params: { progress: 1 } },
    { method: "notifications/progress", params: { progress: 2 } },
    done,
  ]);
  expect(runs()).toBe(1);
});

test("a call that ends while its stream is being made is answered on it, whenever that is", async () => {
  const turns = Array.from({ length: 60 }, (_, turn) => turn);
  const ends = turns.map(async (count) => {
    const { call } = await serving(async (io) => {
      io.progress?.(1, 2);
      for (let turn = 0; turn < count; turn++) await undefined;
    });
    return (await messagesOf(await call({ _meta: progress }))).at(-1);
  });
  expect(await Promise.all(ends)).toMatchObject(turns.map(() => done));
});

test("a call that takes its time gets a stream that can be resumed, and runs once", async () => {
  const { call, runs } = await serving(() => pause(400));
  const response = await call({}, { "mcp-protocol-version": "2025-11-25" });
  const text = await response.text();
  expect(text).toMatch(/^id: \d+\nretry: 1000\ndata: \n\n/);
  expect(text).toContain('"done"');
  expect(runs()).toBe(1);
});

test("a call that asks goes on with the answer", async () => {
  let answered: unknown;
  const { http } = await serving(async () => {});
  const sample = mcpHttp(
    sampleExposure([
      {
        name: "own",
        inputSchema: { type: "object" },
        async run(_, io) {
          answered = await io.ask?.({ roots: { method: "roots/list" } });
          return textResult("done");
        },
      },
    ]).exposure,
  );
  closing.push(http, sample);
  const opened = await sample.fetch(
    rawRequest({
      message: {
        id: 0,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: { roots: {} },
          clientInfo: { name: "raw", version: "1" },
        },
      },
    }),
  );
  await opened.text();
  const session = opened.headers.get("mcp-session-id") ?? "";
  const response = await sample.fetch(
    rawRequest({ session, message: { id: 7, method: "tools/call", params: { name: "own" } } }),
  );
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (words: string) => {
    while (!text.includes(words)) text += (await reader.read()).value ?? "";
  };
  await until("roots/list");
  const asked = JSON.parse(/data: (\{.*roots\/list.*\})/.exec(text)?.[1] ?? "{}") as { id: number };
  await sample.fetch(rawRequest({ session, message: { id: asked.id, result: { roots: [] } } }));
  await until('"done"');
  expect(answered).toEqual({ roots: { roots: [] } });
});

test.each(["cancelled", "ended"])("a call whose wait is %s is told so, and answered", async (how) => {
  let isAborted = false;
  const { call, post, http, session } = await serving(
    (io) =>
      new Promise((resolve) => {
        io.signal?.addEventListener("abort", () => {
          isAborted = true;
          resolve();
        });
      }),
  );
  const answer = call();
  await pause(20);
  if (how === "ended") await http.fetch(rawRequest({ method: "DELETE", session }));
  else await post({ method: "notifications/cancelled", params: { requestId: 7 } });
  expect(await messagesOf(await answer)).toMatchObject([{ id: 7, error: { message: "The request was cancelled." } }]);
  expect(isAborted).toBe(true);
});

test("who takes no JSON, or speaks an unknown revision, is refused as ever", async () => {
  const { call, runs } = await serving(async () => {});
  expect((await call({}, { accept: "text/event-stream" })).status).toBe(406);
  expect((await call({}, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  expect(runs()).toBe(0);
});

test("a message with members that are none of JSON-RPC's is refused before it runs", async () => {
  const { post, runs } = await serving(() => pause(400));
  const message = { id: 7, method: "tools/call", params: { name: "own" }, result: {} };
  expect((await post(message)).status).toBe(400);
  expect(runs()).toBe(0);
});

test("two calls of one id at once are both answered", async () => {
  const { call, runs } = await serving(() => pause(30));
  const answers = await Promise.all([call(), call()]);
  expect((await messagesOf(answers[0] as Response)).at(-1)).toMatchObject(done);
  expect((await messagesOf(answers[1] as Response)).at(-1)).toMatchObject(done);
  expect(runs()).toBe(2);
});

test("the greeting, notifications and lists are answered without a stream", async () => {
  const { post, http } = await serving(async () => {});
  const greeted = await http.fetch(rawRequest({ message: initialize }));
  expect(greeted.headers.get("content-type")).toBe("application/json");
  expect(greeted.headers.get("mcp-session-id")).toMatch(/./);
  expect((await post({ method: "notifications/initialized" })).status).toBe(202);
  const listed = await post({ id: 1, method: "tools/list" });
  expect(listed.headers.get("content-type")).toBe("application/json");
  expect(await messagesOf(listed)).toMatchObject([{ id: 1, result: { tools: expect.any(Array) } }]);
});

test("a session is greeted once, whichever way it was", async () => {
  const { post } = await serving(async () => {});
  for (let time = 0; time < 2; time++) {
    const again = await post({ ...initialize, id: `again ${time}` });
    expect(again.status).toBe(400);
    expect(await messagesOf(again)).toMatchObject([
      { error: { message: expect.stringMatching(/already initialized/) } },
    ]);
  }
});

test("a greeting that is none opens no session", async () => {
  const { http } = await serving(async () => {});
  const answer = await http.fetch(rawRequest({ message: { id: 0, method: "initialize", params: {} } }));
  expect(answer.status).toBe(400);
  expect(answer.headers.get("mcp-session-id")).toBeNull();
  expect(await messagesOf(answer)).toMatchObject([
    { id: 0, error: { code: -32602, message: expect.stringMatching(/clientInfo/) } },
  ]);
});

test("a session that is ended is gone, and is ended in a revision that there is", async () => {
  const { http, session, call } = await serving(async () => {});
  const end = (version: string) =>
    http.fetch(rawRequest({ method: "DELETE", session, headers: { "mcp-protocol-version": version } }));
  expect((await end("1999-01-01")).status).toBe(400);
  expect((await call()).status).toBe(200);
  expect((await end("2025-11-25")).status).toBe(200);
  expect((await call()).status).toBe(404);
});

test("a question that comes after the answer fails at once", async () => {
  let late: Promise<unknown> | undefined;
  const { http } = await serving(async (io) => {
    late = pause(20).then(() => io.ask?.({ roots: { method: "roots/list" } }));
    late.catch(() => {});
  });
  const params = { ...initialize.params, capabilities: { roots: {} } };
  const opened = await http.fetch(rawRequest({ message: { ...initialize, params } }));
  const session = opened.headers.get("mcp-session-id") ?? "";
  await http.fetch(rawRequest({ session, message: { id: 7, method: "tools/call", params: { name: "own" } } }));
  await expect(late).rejects.toBeInstanceOf(Error);
});

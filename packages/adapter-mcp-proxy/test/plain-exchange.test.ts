import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createBrotliCompress, createGzip } from "node:zlib";
import { standaloneContext, standaloneHost, ToolError } from "@agent-tools/contract";
import { afterEach, describe, expect, test } from "vitest";
import { EventReader } from "../src/event-reader.js";
import { mcpProxyAdapter } from "../src/index.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Message = { id?: number; method: string };
type Answer = (message: Message, request: IncomingMessage, response: ServerResponse) => void;

const json = (response: ServerResponse, value: object) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
const done = (id: number | undefined) => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text: "done" }] },
});

/** A server of 2025-11-25 that answers calls, and what is asked by GET with `Last-Event-ID`, as told. */
async function serving(
  call: Answer,
  resume: (request: IncomingMessage, response: ServerResponse) => void = () => {},
  keepsAlive = true,
) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    if (!keepsAlive) response.setHeader("connection", "close");
    if (request.method === "GET") {
      if (request.headers["last-event-id"] === undefined) return void response.writeHead(405).end();
      asked.push(`GET ${request.headers["last-event-id"]}`);
      return resume(request, response);
    }
    let text = "";
    for await (const chunk of request) text += chunk;
    if (text === "") return void response.writeHead(200).end();
    const message = JSON.parse(text) as Message;
    const { id, method } = message;
    if (method === "initialize") {
      response.setHeader("mcp-session-id", "s-1");
      const result = {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "s", version: "1" },
      };
      return json(response, { jsonrpc: "2.0", id, result });
    }
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/list") {
      return json(response, {
        jsonrpc: "2.0",
        id,
        result: { tools: [{ name: "t", inputSchema: { type: "object" } }] },
      });
    }
    asked.push(`${method} ${request.headers["mcp-session-id"]} ${request.headers["mcp-protocol-version"]}`);
    call(message, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, asked, hangUp: () => server.closeAllConnections() };
}

function proxyTo(url: string, host = standaloneHost()) {
  const adapter = mcpProxyAdapter({ url, era: "legacy" }, host);
  closing.push(() => adapter.close?.());
  return adapter;
}

describe("an answer over HTTP", () => {
  test("of one body, of one stream, and of several messages in one body", async () => {
    let calls = 0;
    const { url, asked } = await serving(({ id }, _, response) => {
      calls += 1;
      if (calls === 1) return json(response, done(id));
      if (calls === 2) return json(response, [done(id)]);
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      response.end(`: hello\r\nevent: message\r\ndata: ${JSON.stringify(done(id))}\r\n\r\n`);
    });
    const adapter = proxyTo(url);
    for (let count = 0; count < 3; count++) {
      expect(await adapter.call("t", {}, standaloneContext())).toEqual({ content: [{ type: "text", text: "done" }] });
    }
    expect(asked).toEqual(Array(3).fill("tools/call s-1 2025-11-25"));
  });

  test("that is compressed is decoded as it comes", async () => {
    const { url } = await serving(({ id }, request, response) => {
      const encoding = String(request.headers["accept-encoding"]).includes("br") && id && id % 2 ? "br" : "gzip";
      const coder = encoding === "br" ? createBrotliCompress() : createGzip();
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": encoding });
      coder.pipe(response);
      coder.write(`data: ${JSON.stringify(done(id))}\n\n`);
      // The stream stays open, and the result is there.
      coder.flush();
    });
    const adapter = proxyTo(url);
    for (let count = 0; count < 2; count++) {
      expect(await adapter.call("t", {}, standaloneContext())).toMatchObject({ content: [{ text: "done" }] });
    }
  });

  test("whose stream breaks is asked for again from where it broke", async () => {
    let call: Message | undefined;
    let resumes = 0;
    const { url, asked } = await serving(
      (message, _, response) => {
        call = message;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("id: e-1\nretry: 10\ndata: \n\n");
        setTimeout(() => response.destroy(), 20);
      },
      (_, response) => {
        resumes += 1;
        if (resumes === 1) return void response.writeHead(503).end();
        response.writeHead(200, { "content-type": "text/event-stream" });
        if (resumes === 2)
          return void response.end(
            'id: e-2\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","data":1}}\n\n',
          );
        response.end(`data: ${JSON.stringify(done(call?.id))}\n\n`);
      },
    );
    expect(await proxyTo(url).call("t", {}, standaloneContext())).toMatchObject({ content: [{ text: "done" }] });
    expect(asked).toEqual(["tools/call s-1 2025-11-25", "GET e-1", "GET e-1", "GET e-2"]);
  });

  test.each([
    ["ends without ids", "data: \n\n", false],
    ["breaks off without ids", "data: \n\n", true],
    ["cannot be resumed", "id: e-1\nretry: 1\ndata: \n\n", false],
  ])("whose stream %s is lost", async (_, text, isBroken) => {
    const { url } = await serving(
      (__, ___, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(text);
        setTimeout(() => (isBroken ? response.destroy() : response.end()), 10);
      },
      (__, response) => response.writeHead(404).end(),
    );
    await expect(proxyTo(url).call("t", {}, standaloneContext())).rejects.toMatchObject({ code: "unknown_outcome" });
  });

  test("whose stream ends a little after the result leaves its connection to the next", async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serving(({ id }, request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(done(id))}\n\n`);
      setTimeout(() => response.end(), 5);
    });
    const adapter = proxyTo(url);
    for (let count = 0; count < 5; count++) {
      // The first runs beside the listing, which has a connection of its own.
      if (count === 1) ports.clear();
      await adapter.call("t", {}, standaloneContext());
      await pause(50);
    }
    expect(ports.size).toBe(1);
  });

  test("whose stream never ends is cut off a second after the result", async () => {
    let isCut = false;
    const { url } = await serving(({ id }, _, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(done(id))}\n\n`);
      response.once("close", () => {
        isCut = true;
      });
    });
    await proxyTo(url).call("t", {}, standaloneContext());
    expect(isCut).toBe(false);
    await expect.poll(() => isCut, { timeout: 10_000 }).toBe(true);
  });

  test("is asked for anew where the connection was closed after the last one", async () => {
    const { url, asked, hangUp } = await serving(({ id }, _, response) => json(response, done(id)));
    const adapter = proxyTo(url);
    for (let count = 0; count < 5; count++) {
      expect(await adapter.call("t", {}, standaloneContext())).toMatchObject({ content: [{ text: "done" }] });
      hangUp();
    }
    expect(asked).toHaveLength(5);
  });

  test("is asked for with headers as the greeting had them", async () => {
    const seen: unknown[] = [];
    const { url } = await serving(({ id }, request, response) => {
      seen.push(request.headers["x-key"]);
      json(response, done(id));
    });
    const adapter = mcpProxyAdapter({ url, era: "legacy", headers: { "X-Key": " k-1\n" } }, standaloneHost());
    closing.push(() => adapter.close?.());
    await adapter.call("t", {}, standaloneContext());
    expect(seen).toEqual(["k-1"]);
  });

  test("that redirects within its origin is followed, with the message", async () => {
    const bodies: string[] = [];
    const { url } = await serving((message, request, response) => {
      bodies.push(String(request.url));
      if (request.url === "/mcp") return void response.writeHead(307, { location: "/other" }).end();
      json(response, done(message.id));
    });
    expect(await proxyTo(url).call("t", {}, standaloneContext())).toMatchObject({ content: [{ text: "done" }] });
    expect(bodies.at(-1)).toBe("/other");
  });

  test("that is no answer says what it is", async () => {
    const { url } = await serving((_, __, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello</p>");
    });
    await expect(proxyTo(url).call("t", {}, standaloneContext())).rejects.toMatchObject({
      message: expect.stringMatching(/text\/html/),
    });
  });

  test("is not asked for where the shield refuses a new connection (R51)", async () => {
    let isOpen = true;
    const { url, asked } = await serving(({ id }, _, response) => json(response, done(id)), undefined, false);
    const check = () => {
      if (!isOpen) throw new ToolError("network_refused", "Nothing may be reached any more.");
    };
    const adapter = proxyTo(url, standaloneHost({ network: { check } }));
    await adapter.call("t", {}, standaloneContext());
    isOpen = false;
    await expect(adapter.call("t", {}, standaloneContext())).rejects.toMatchObject({ code: "network_refused" });
    expect(asked).toHaveLength(1);
  });
});

describe("a stream of events is read", () => {
  const read = (text: string, size = text.length) => {
    const events: string[] = [];
    const reader = new EventReader(({ type, data }) => events.push(`${type}: ${data}`));
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    return { events, reader };
  };

  test.each([
    ["line feeds", "data: a\n\ndata:b\n\n"],
    ["carriage returns and line feeds", "data: a\r\n\r\ndata:b\r\n\r\n"],
    ["carriage returns in lines", "data: a\r\rdata:b\n\n"],
    ["a byte order mark, comments and unknown fields", "\uFEFF: hi\nfoo: bar\ndata: a\n\n:\ndata:b\n\n"],
  ])("with %s", (_, text) => {
    for (const size of [1, 2, 100]) expect(read(text, size).events).toEqual(["message: a", "message: b"]);
  });

  test("with types, ids, pauses, several lines, and characters of several bytes that are cut", () => {
    const text =
      "id: 1\nretry: 20\nevent: other\ndata: ä€\ndata:  😀\n\nid\ndata\n\nid: 2\0\nretry: no\ndata: x\n\ndata: unfinished\n";
    const { events, reader } = read(text, 1);
    expect(events).toEqual(["other: ä€\n 😀", "message: x"]);
    expect([reader.lastId, reader.retryMs]).toEqual(["", 20]);
  });
});

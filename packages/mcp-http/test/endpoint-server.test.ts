import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { attachEndpoint, type Endpoint } from "../src/endpoint-server.js";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(serve: Endpoint["serve"], slowClientMs = 30_000): Promise<{ server: Server; port: number }> {
  const endpoint: Endpoint = { serve, allowHost() {}, async drain() {}, async close() {} };
  const server = createServer();
  attachEndpoint(server, endpoint, slowClientMs);
  server.listen(0, "127.0.0.1");
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

function socketTo(port: number, text: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  closing.push(() => socket.destroy());
  socket.write(text);
  return socket;
}

const connections = (server: Server) =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

const get = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

/** A body without an end. */
const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) });

test.each([
  ["a stream", () => new Response(endless(), { headers: { "content-type": "text/event-stream" } })],
  ["a large answer", () => new Response(new Uint8Array(50_000_000))],
])("a client that does not read %s is cut off", async (_, answer) => {
  const { server, port } = await serving(async () => answer(), 50);
  const socket = socketTo(port, get).pause();
  await once(server, "connection");
  await expect.poll(() => connections(server), { timeout: 10_000 }).toBe(0);
  expect(socket.destroyed).toBe(false);
});

test("a client that went away is noticed, and its stream is let go", async () => {
  let isLetGo = false;
  let isAborted = false;
  const { port } = await serving(async ({ request }) => {
    request.signal.addEventListener("abort", () => {
      isAborted = true;
    });
    const body = new ReadableStream({
      cancel() {
        isLetGo = true;
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const socket = socketTo(port, get);
  await once(socket, "data");
  socket.destroy();
  await expect.poll(() => [isLetGo, isAborted], { timeout: 10_000 }).toEqual([true, true]);
});

test("a stream that breaks ends the connection without an end of the body", async () => {
  const { port } = await serving(async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error("broken"));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  await expect(fetch(`http://127.0.0.1:${port}`).then((response) => response.text())).rejects.toThrow();
});

test("a refused client that is still sending gets to read its answer, and keeps its connection", async () => {
  const { port } = await serving(async () => new Response("no", { status: 413 }));
  const size = 8_000_000;
  const socket = socketTo(port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`);
  const text = async () => String((await once(socket, "data"))[0]);
  expect(await text()).toMatch(/^HTTP\/1.1 413 /);
  socket.write(Buffer.alloc(size));
  socket.write(get);
  expect(await text()).toMatch(/^HTTP\/1.1 413 /);
});

test.each([
  ["of the right size", 1_000_000],
  ["too large", 999_999],
])("a body %s is not kept while its answer is awaited", async (_, limit) => {
  const gc = garbageCollector();
  let read = 0;
  const { port } = await serving(async (_head, body) => {
    await body(limit);
    read += 1;
    return new Promise(() => {});
  });
  const sent = Buffer.alloc(1_000_000);
  for (let count = 0; count < 20; count++) {
    socketTo(port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${sent.length}\r\n\r\n`).write(sent);
  }
  await expect.poll(() => read, { timeout: 10_000 }).toBe(20);
  const megabytes = () => {
    gc();
    return memoryUsage().arrayBuffers / 1_000_000;
  };
  await expect.poll(megabytes, { timeout: 10_000 }).toBeLessThan(10);
});

test("the body is asked for only when it is wanted", async () => {
  const { port } = await serving(async (request, read) =>
    request.method === "PUT" ? new Response(null, { status: 405 }) : new Response(await read(10)),
  );
  const expecting = (method: string) =>
    `${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
  const refused = socketTo(port, expecting("PUT"));
  expect(String(await once(refused, "data"))).toMatch(/^HTTP\/1.1 405 /);
  const wanted = socketTo(port, expecting("POST"));
  expect(String(await once(wanted, "data"))).toMatch(/^HTTP\/1.1 100 /);
  wanted.write("ok");
  expect(String(await once(wanted, "data"))).toMatch(/ok$/);
});

test.each([
  ["no Host", "GET / HTTP/1.0\r\n\r\n", 400],
  ["two Hosts", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n", 400],
  ["TRACE", "TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 405],
])("%s is refused", async (_, text, status) => {
  const { port } = await serving(async () => new Response("served"));
  expect(String(await once(socketTo(port, text), "data"))).toContain(`HTTP/1.1 ${status} `);
});

test("a whole URL as the target says where the request goes", async () => {
  const { port } = await serving(async ({ request }) => new Response(request.headers.get("host")));
  const socket = socketTo(port, "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  expect(String(await once(socket, "data"))).toMatch(/evil\.example$/);
});

import { setTimeout as pause } from "node:timers/promises";
import { type Connection, localCaller, ToolError } from "@agent-tools/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { networkDispatcher, networkFetch, privateOnly, publicOnly } from "../src/index.js";
import { echoServer } from "./echo-server.js";
import { expectRefusedWhileShut } from "./while-shut.js";

let server: Awaited<ReturnType<typeof echoServer>>;
let base: string;
beforeAll(async () => {
  server = await echoServer();
  base = `http://localhost:${server.port}`;
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => server.close());

describe("networkFetch", () => {
  const fetch = networkFetch(privateOnly());
  const form = new FormData();
  form.append("field", "value");
  form.append("file", new Blob(["content"]), "a.txt");

  test.each([
    ["text", "hello", "hello"],
    ["bytes", new TextEncoder().encode("hello"), "hello"],
    ["a query", new URLSearchParams({ a: "1" }), "a=1"],
    ["a blob", new Blob(["hello"]), "hello"],
    ["a form", form, 'name="file"; filename="a.txt"'],
  ])("sends %s, given directly or in a Request", async (_, body, expected) => {
    for (const sent of [
      await fetch(base, { method: "POST", body }),
      await fetch(new Request(base, { method: "POST", body })),
      await fetch(new Request(base, { method: "PUT" }), { method: "POST", body }),
    ]) {
      expect(await sent.text()).toContain(expected);
    }
  });

  test("follows redirects with the body, and each hop is asked about", async () => {
    const asked: Connection[] = [];
    const caller = localCaller();
    const watched = networkFetch({ check: (connection) => void asked.push(connection) }, { caller });
    const other = await echoServer();
    const response = await watched(`${base}/to?http://127.0.0.1:${other.port}/end`, { method: "POST", body: "hello" });
    expect(await response.text()).toBe("hello");
    expect(response.url).toBe(`http://127.0.0.1:${other.port}/end`);
    expect(asked[0]).toEqual({ host: "localhost", port: server.port, scheme: "http", caller });
    expect(asked.at(-1)).toEqual({ host: "127.0.0.1", port: other.port, scheme: "http", address: "127.0.0.1", caller });
    await other.close();
  });

  test.each([["/"], ["//other.example/"]])(
    "a policy that has changed holds for a connection that was kept alive, at %s",
    async (path) => {
      let isShut = false;
      let opened = 0;
      const hot = networkFetch({
        check({ address }) {
          if (address === undefined) opened += 1;
          if (isShut && address !== undefined) throw new ToolError("network_refused", "Not any more.");
        },
      });
      const post = async (body: string) => (await hot(base + path, { method: "POST", body })).text();
      // Until one that was kept is used.
      for (let known = -1; known !== opened; ) {
        known = opened;
        expect(await post("one")).toBe("one");
      }
      await expectRefusedWhileShut(server, post, (now) => {
        isShut = now;
      });
    },
  );

  test("leaves a redirect alone where it is told to, in the options or in the Request", async () => {
    const url = `${base}/to?file:///etc/passwd`;
    expect((await fetch(url, { redirect: "manual" })).status).toBe(307);
    expect((await fetch(new Request(url, { redirect: "manual" }))).status).toBe(307);
    await expect(fetch(url)).rejects.toThrow();
  });

  test("a refusal rejects with the ToolError itself, at the first hop or a later one", async () => {
    const before = server.requests.length;
    await expect(networkFetch(publicOnly())(base)).rejects.toMatchObject({ code: "network_refused" });
    await expect(networkFetch(publicOnly())(`http://127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      code: "network_refused",
    });
    expect(server.requests).toHaveLength(before);
    const url = `${base}/to?http://203.0.113.1/`;
    await expect(fetch(url)).rejects.toMatchObject({ code: "network_refused" });
    await expect(fetch("http://user:pass@127.0.0.1/")).rejects.toMatchObject({ code: "network_refused" });
  });

  test("other failures stay what they are", async () => {
    await expect(fetch(base, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    await expect(fetch("http://127.0.0.1:1/")).rejects.toBeInstanceOf(TypeError);
  });

  test("no proxy is taken from the environment", async () => {
    const proxy = await echoServer();
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(await (await networkFetch(privateOnly())(base, { method: "POST", body: "x" })).text()).toBe("x");
    expect(proxy.requests).toEqual([]);
    await proxy.close();
  });
});

describe("networkDispatcher", () => {
  let refused: number | undefined;
  let asked: (string | undefined)[];
  let dispatcher: ReturnType<typeof networkDispatcher>;
  beforeEach(() => {
    refused = undefined;
    asked = [];
    dispatcher = networkDispatcher({
      check({ address, port }) {
        asked.push(address);
        if (port === refused && address !== undefined) throw new ToolError("network_refused", "Not any more.");
      },
    });
  });

  async function post(origin: string | URL = base, headers = {}): Promise<string> {
    const { body } = await dispatcher.request({ origin, path: "/", method: "POST", body: "x", headers });
    return body.text();
  }

  test("asks once about an address that several connections have reached, for as long as one of them is open", async () => {
    await Promise.all([post(), post(), post(base, { connection: "close" })]);
    asked = [];
    expect(await post()).toBe("x");
    expect(asked).toEqual(["127.0.0.1"]);
    refused = server.port;
    await expect(post()).rejects.toMatchObject({ code: "network_refused" });
    expect(asked).toEqual(["127.0.0.1", "127.0.0.1"]);
  });

  test("an address of which no connection is open any more is not asked about before the host", async () => {
    await post(base, { connection: "close" });
    await pause(20);
    asked = [];
    await post();
    expect(asked[0]).toBeUndefined();
  });

  test("asks about what is kept of an origin that is spelled in two ways", async () => {
    await post();
    await post(`${base}/`, { connection: "close" });
    // Until that one has closed.
    await pause(20);
    refused = server.port;
    const before = server.requests.length;
    await expect(post()).rejects.toMatchObject({ code: "network_refused" });
    expect(server.requests).toHaveLength(before);
  });

  test("asks about where a URL leads that was another one before", async () => {
    const other = await echoServer();
    const url = new URL(base);
    await post(new URL(`http://127.0.0.1:${other.port}`));
    await post(url);
    refused = other.port;
    url.host = `127.0.0.1:${refused}`;
    await expect(post(url)).rejects.toMatchObject({ code: "network_refused" });
    expect(other.requests).toHaveLength(1);
    await other.close();
  });
});

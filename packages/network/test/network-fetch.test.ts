import { type Connection, localCaller, ToolError } from "@agent-tools/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { networkFetch, privateOnly, publicOnly } from "../src/index.js";
import { echoServer } from "./echo-server.js";

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

  test("a policy that has changed holds for a connection that was kept alive", async () => {
    let isShut = false;
    let opened = 0;
    const hot = networkFetch({
      check({ address }) {
        if (address === undefined) opened += 1;
        if (isShut && address !== undefined) throw new ToolError("network_refused", "Not any more.");
      },
    });
    const post = async (body: string) => (await hot(base, { method: "POST", body })).text();
    // Until one that was kept is used.
    for (let known = -1; known !== opened; ) {
      known = opened;
      expect(await post("one")).toBe("one");
    }
    const before = server.requests.length;
    isShut = true;
    await expect(post("two")).rejects.toMatchObject({ code: "network_refused" });
    expect(server.requests).toHaveLength(before);
    isShut = false;
    expect(await post("three")).toBe("three");
  });

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

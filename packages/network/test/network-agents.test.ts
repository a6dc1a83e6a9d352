import { once } from "node:events";
import http from "node:http";
import { type Connection, localCaller, type Network, ToolError } from "@agent-tools/contract";
import got, { RequestError } from "got";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { networkAgents, privateOnly, publicOnly } from "../src/index.js";
import { echoServer } from "./echo-server.js";
import { expectRefusedWhileShut } from "./while-shut.js";

let server: Awaited<ReturnType<typeof echoServer>>;
beforeAll(async () => {
  server = await echoServer();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => server.close());

const refusing = (when: (connection: Connection) => boolean): Network => ({
  check(connection) {
    if (when(connection)) throw new ToolError("network_refused", "Not this one.");
  },
});
const client = (network: Network) => got.extend({ agent: networkAgents(network), retry: { limit: 0 } });

describe("networkAgents", () => {
  test("asks about the name, each answer and the address reached, once for a connection that is kept alive", async () => {
    const asked: Connection[] = [];
    const caller = localCaller({ caller: "ada" });
    const agent = networkAgents({ check: (connection) => void asked.push(connection) }, { caller });
    for (const body of ["one", "two"]) {
      expect(await got.post(`http://localhost:${server.port}/`, { agent, body }).text()).toBe(body);
    }
    expect(asked[0]).toEqual({ host: "localhost", port: server.port, scheme: "http", caller });
    expect(asked.at(-1)).toEqual({ ...asked[0], address: "127.0.0.1" });
    expect(asked.filter((connection) => connection.address === undefined)).toHaveLength(1);
  });

  test("a policy that has changed holds for a connection that was kept alive", async () => {
    let isShut = false;
    const agent = networkAgents(refusing(({ address }) => isShut && address !== undefined));
    const post = (body: string) =>
      got.post(`http://localhost:${server.port}/`, { agent, body, retry: { limit: 0 } }).text();
    expect(await post("one")).toBe("one");
    await expectRefusedWhileShut(server, post, (now) => {
      isShut = now;
    });
  });

  test("a refusal is the request's cause, and no request is made", async () => {
    const before = server.requests.length;
    for (const host of ["localhost", "127.0.0.1"]) {
      const error = await client(publicOnly())(`http://${host}:${server.port}/`).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RequestError);
      expect(error).toMatchObject({ code: "network_refused", cause: { code: "network_refused" } });
    }
    expect(server.requests).toHaveLength(before);
  });

  test("the address that was reached is asked about before anything is sent", async () => {
    const before = server.requests.length;
    let asked = 0;
    const network = refusing(({ address }) => address === "127.0.0.1" && ++asked === 2);
    // Newer versions of Node may tell of the write that could not be made, and not why.
    await expect(client(network)(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
    expect(server.requests).toHaveLength(before);
  });

  test("got's own look-up is wrapped too, also where it answers with one address", async () => {
    const dnsLookup = ((_name: string, _options: object, callback: (...answer: unknown[]) => void) =>
      callback(null, "127.0.0.1", 4)) as never;
    const url = `http://service.example:${server.port}/`;
    expect(await client(privateOnly()).post(url, { dnsLookup, body: "x" }).text()).toBe("x");
    await expect(client(publicOnly())(url, { dnsLookup })).rejects.toMatchObject({ code: "network_refused" });
  });

  test("a name with no address is not found", async () => {
    const dnsLookup = ((_name: string, _options: object, callback: (...answer: unknown[]) => void) =>
      callback(null, [])) as never;
    await expect(client(privateOnly())("http://service.example/", { dnsLookup })).rejects.toMatchObject({
      code: "ENOTFOUND",
    });
  });

  test("Unix sockets are refused", async () => {
    const { http: agent } = networkAgents(privateOnly());
    const request = http.get({ agent, socketPath: "/var/run/docker.sock", path: "/info" });
    const [error] = await once(request, "error");
    expect(error).toMatchObject({ code: "network_refused" });
  });

  test("no proxy is taken from the environment", async () => {
    const proxy = await echoServer();
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"]) vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(await client(privateOnly()).post(`http://127.0.0.1:${server.port}/`, { body: "x" }).text()).toBe("x");
    expect(proxy.requests).toEqual([]);
    await proxy.close();
  });
});

import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { standaloneContext } from "@agent-tools/contract";
import { publicOnly } from "@agent-tools/network";
import { afterEach, describe, expect, test } from "vitest";
import { failure } from "./failure.js";
import { closeProxiesAfterEach, proxy } from "./proxies.js";
import { httpServer, type ListeningServer } from "./servers.js";

closeProxiesAfterEach();

const context = () => standaloneContext();
const text = (result: unknown): string => (result as { content: [{ text: string }] }).content[0].text;
const requestsOf = async (server: ListeningServer) => JSON.parse(await server.get("/requests")) as string[];
const gets = (requests: string[]) => requests.filter((request) => request === "GET session").length;

const relays: Server[] = [];
afterEach(() => {
  for (const relay of relays.splice(0)) relay.close();
});

/** A TCP relay to a server that, once told to, cuts the line as soon as the server begins to answer a request. */
async function relay(target: string): Promise<{ url: string; cutReplies(): void }> {
  const { port } = new URL(target);
  let isCutting = false;
  const server = createServer((client: Socket) => {
    const upstream = connect(Number(port), "127.0.0.1");
    client.pipe(upstream);
    upstream.on("data", (chunk) => {
      if (isCutting) client.destroy();
      else client.write(chunk);
    });
    for (const socket of [client, upstream]) {
      socket.on("error", () => {});
      socket.on("close", () => (socket === client ? upstream : client).destroy());
    }
  });
  relays.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${own}/mcp`,
    cutReplies: () => {
      isCutting = true;
    },
  };
}

test.each([404, 405])(
  "R21 a server that answers GET with %i has no stream, and is not asked again",
  async (postOnly) => {
    const server = await httpServer("v1", { postOnly });
    const adapter = proxy({ url: server.url });
    expect((await adapter.listTools(context())).tools).not.toEqual([]);
    for (let count = 1; count <= 3; count += 1)
      expect(text(await adapter.call("count", {}, context()))).toBe(`${count}`);
    expect(await adapter.health?.()).toEqual({ status: "ok" });
    const requests = await requestsOf(server);
    expect(gets(requests)).toBe(1);
  },
);

test("an address of pages is told from one of a server", async () => {
  const pages = createHttpServer((_, response) => response.setHeader("content-type", "text/html").end("<p>Hello"));
  relays.push(pages);
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const { port } = pages.address() as { port: number };
  const error = await failure(proxy({ url: `http://127.0.0.1:${port}/` }).listTools(context()));
  expect(error).toMatchObject({
    message: expect.stringMatching(/what answers there is no MCP server \(.*text\/html/),
  });
});

describe.each(["v1", "v2"] as const)("%s", (line) => {
  test("R39 a reply that is lost after the call was run is an unknown outcome, and the call is not repeated", async () => {
    const server = await httpServer(line);
    const { url, cutReplies } = await relay(server.url);
    const adapter = proxy({ url });
    await adapter.call("echo_later", {}, context());
    cutReplies();
    let dispatched = 0;
    const call = adapter.call("count", {}, standaloneContext({ dispatched: () => (dispatched += 1) }));
    await expect(call).rejects.toMatchObject({ code: "unknown_outcome", retryable: false });
    expect(dispatched).toBe(1);
    const direct = proxy({ url: server.url });
    expect(text(await direct.call("count", { by: 0 }, context()))).toBe("1");
  });

  test("a server that is not there is unavailable, and is found when it is back", async () => {
    const server = await httpServer(line);
    const port = Number(new URL(server.url).port);
    const adapter = proxy({ url: server.url });
    await adapter.call("count", {}, context());
    await server.kill();
    await expect(adapter.call("count", {}, context())).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(await adapter.health?.()).toMatchObject({
      status: "down",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    await httpServer(line, { port });
    await expect
      .poll(async () => adapter.call("count", {}, context()), { timeout: 10_000 })
      .toMatchObject({ content: [{ text: "1" }] });
    expect(await adapter.health?.()).toEqual({ status: "ok" });
  });
});

test.each([404, 400])(
  "a session that has expired (%i) is begun anew, once, and the call runs once",
  async (expiredStatus) => {
    const server = await httpServer("v1", { expiredStatus });
    const adapter = proxy({ url: server.url });
    expect(text(await adapter.call("count", {}, context()))).toBe("1");
    await server.get("/expire");
    expect(text(await adapter.call("count", {}, context()))).toBe("2");
    const greetings = (await requestsOf(server)).filter((request) => request === "POST none");
    // The question for the era, and two greetings.
    expect(greetings).toHaveLength(3);
  },
);

test("an expired session is begun anew once for all calls that find it", async () => {
  const server = await httpServer("v1");
  const adapter = proxy({ url: server.url });
  await adapter.listTools(context());
  await server.get("/expire");
  const results = await Promise.all(Array.from({ length: 10 }, () => adapter.call("count", {}, context())));
  expect(results.map((result) => Number(text(result))).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect((await requestsOf(server)).filter((request) => request === "POST none")).toHaveLength(3);
});

test.each(["eu-west-1", "Zürich "])(
  "an argument that a modern server wants in a header (%s) is there",
  async (region) => {
    const server = await httpServer("v2");
    const adapter = proxy({ url: server.url });
    // Unlisted at first: the server's complaint has the definition fetched.
    expect(text(await adapter.call("located", { region }, context()))).toBe(region);
    expect(text(await adapter.call("located", { region }, context()))).toBe(region);
    const header = JSON.parse(await server.get("/headers"))["mcp-param-region"];
    expect(header).toBe(region === "eu-west-1" ? region : `=?base64?${Buffer.from(region).toString("base64")}?=`);
  },
);

test("closing ends the session at the server", async () => {
  const server = await httpServer("v1");
  const adapter = proxy({ url: server.url });
  await adapter.listTools(context());
  await adapter.close?.();
  expect(await requestsOf(server)).toContain("DELETE session");
});

describe("credentials", () => {
  const secrets = { TOKEN: "t0ken-value" };

  test("secrets in headers are filled in by name", async () => {
    const server = await httpServer("v1", { token: secrets.TOKEN });
    const adapter = proxy({ url: server.url, headers: { Authorization: "Bearer {{secrets.TOKEN}}" } });
    expect(text(await adapter.call("count", {}, standaloneContext({ secrets })))).toBe("1");
    await expect(adapter.call("count", {}, context())).rejects.toMatchObject({ code: "missing_secret" });
  });

  test("a server that wants a login says so, and health too", async () => {
    const server = await httpServer("v1", { token: secrets.TOKEN });
    const adapter = proxy({ url: server.url, name: "closed shop" });
    const error = await failure(adapter.listTools(context()));
    expect(error).toMatchObject({ code: "login_required", message: expect.stringContaining("closed shop") });
    expect(await adapter.health?.()).toMatchObject({ status: "login_required" });
  });
});

test("every connection asks the host's network policy", async () => {
  const server = await httpServer("v1");
  const adapter = proxy({ url: server.url }, { network: publicOnly() });
  await expect(adapter.listTools(context())).rejects.toMatchObject({ code: "network_refused" });
  expect(await requestsOf(server)).toEqual(["GET none"]);
});

test.each([
  ["no URL", { url: "not a url" }],
  ["another scheme", { url: "file:///etc/passwd" }],
  ["neither command nor url", { command: "" }],
])("options with %s are refused when the adapter is made", (_, options) => {
  expect(() => proxy(options)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
});

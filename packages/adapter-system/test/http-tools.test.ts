import { gzipSync } from "node:zlib";
import { type Caller, type Network, standaloneContext, standaloneHost, ToolError } from "@agent-tools/contract";
import { privateOnly } from "@agent-tools/network";
import { describe, expect, test } from "vitest";
import { type HttpFetchCage, systemAdapter, type WebhookCallCage } from "../src/index.js";
import { startServer } from "./server.js";

function get(url: string, cage: HttpFetchCage, network?: Network): Promise<unknown> {
  const adapter = systemAdapter({ tools: ["http_fetch"], httpFetch: cage }, standaloneHost(network && { network }));
  return answered(() => adapter.call("http_fetch", { url }, standaloneContext()));
}

function post(url: string, cage: Omit<WebhookCallCage, "allowHosts"> & { readonly allowHosts: readonly string[] }) {
  const adapter = systemAdapter({ tools: ["webhook_call"], webhookCall: cage });
  return answered(() => adapter.call("webhook_call", { url, payload: { device: "lamp" } }, standaloneContext()));
}

async function answered(call: () => unknown): Promise<unknown> {
  const result = (await call()) as { structuredContent: unknown };
  return result.structuredContent;
}

describe("http_fetch", () => {
  test("reads JSON from a listed host, and asks no other one", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
    });
    const host = `127.0.0.1:${server.port}`;
    await expect(get(`http://${host}/state`, { allowHosts: [host] })).resolves.toEqual({
      status: 200,
      url: `http://${host}/state`,
      contentType: "application/json",
      body: { ok: true },
      isCut: false,
    });
    await expect(get(`http://${host}/state`, { allowHosts: ["127.0.0.1:1"] })).rejects.toMatchObject({
      code: "network_refused",
    });
    expect(server.received.length).toBe(1);
    expect(Object.keys(server.received[0]?.headers ?? {})).not.toContain("cookie");
  });

  test("cuts a body at the cap, a compressed one too", async () => {
    await using server = await startServer(({ url }, response) => {
      const text = "é".repeat(100_000);
      if (url === "/plain") response.writeHead(200, { "content-type": "text/plain" }).end(text);
      else response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(gzipSync(text));
    });
    const host = `127.0.0.1:${server.port}`;
    for (const path of ["plain", "packed"]) {
      const cut = await get(`http://${host}/${path}`, { allowHosts: [host], maxBytes: 1_001 });
      // The last byte is half a character, which is left away.
      expect(cut).toMatchObject({ isCut: true, body: "é".repeat(500) });
    }
  });

  test("follows redirects to listed hosts only, and at most as many as the cap says (O64)", async () => {
    await using elsewhere = await startServer((_, response) => void response.end("elsewhere"));
    await using server = await startServer(({ url }, response) => {
      const left = Number(url.slice(1));
      if (url === "/out") response.writeHead(302, { location: `http://127.0.0.1:${elsewhere.port}/` }).end();
      else if (url === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
      else if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.writeHead(200, { "content-type": "text/plain" }).end("there");
    });
    const host = `127.0.0.1:${server.port}`;
    const cage = { allowHosts: [host], maxRedirects: 3 };
    await expect(get(`http://${host}/3`, cage)).resolves.toMatchObject({ body: "there", url: `http://${host}/0` });
    await expect(get(`http://${host}/4`, cage)).rejects.toMatchObject({
      code: "upstream_error",
      message: expect.stringMatching(/3 redirects/),
    });
    await expect(get(`http://${host}/1`, { ...cage, maxRedirects: 0 })).rejects.toMatchObject({
      code: "upstream_error",
    });
    await expect(get(`http://${host}/5`, { allowHosts: [host] })).resolves.toMatchObject({ body: "there" });
    await expect(get(`http://${host}/6`, { allowHosts: [host] })).rejects.toMatchObject({ code: "upstream_error" });
    await expect(get(`http://${host}/out`, cage)).rejects.toMatchObject({ code: "network_refused" });
    await expect(get(`http://${host}/file`, cage)).rejects.toMatchObject({ code: "network_refused" });
    expect(elsewhere.received).toEqual([]);
  });

  test("a private host reaches private addresses only, whatever its list says", async () => {
    const seen: (Caller | undefined)[] = [];
    const shield = privateOnly();
    const network: Network = {
      check(connection) {
        seen.push(connection.caller);
        shield.check(connection);
      },
    };
    await expect(get("http://1.1.1.1/", { allowHosts: ["1.1.1.1"] }, network)).rejects.toMatchObject({
      code: "network_refused",
      message: expect.stringMatching(/only private addresses/),
    });
    expect(seen[0]?.caller).toBe("local");
  });

  test.each([
    [
      "a failure is told with the service's words",
      "/fail",
      { code: "upstream_error", message: expect.stringMatching(/answered 500: broken/) },
    ],
    ["bytes are refused", "/bytes", { code: "unsupported" }],
    [
      "a slow service ends at the limit",
      "/slow",
      { code: "timeout", message: expect.stringMatching(/more than 300 ms/) },
    ],
    ["no credentials in the URL", "//user:pass@", { code: "network_refused" }],
  ])("%s", async (_what, path, error) => {
    await using server = await startServer(({ url }, response) => {
      if (url === "/fail") response.writeHead(500, { "content-type": "text/plain" }).end("broken");
      if (url === "/bytes") response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([0x89, 0xff, 0]));
    });
    const host = `127.0.0.1:${server.port}`;
    const url = path.startsWith("//") ? `http:${path}${host}/` : `http://${host}${path}`;
    await expect(get(url, { allowHosts: [host], timeoutMs: 300 })).rejects.toMatchObject(error);
  });
});

describe("webhook_call", () => {
  test("posts the payload as JSON", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(202, { "content-type": "text/plain" }).end("queued");
    });
    const host = `127.0.0.1:${server.port}`;
    await expect(post(`http://${host}/hook`, { allowHosts: [host] })).resolves.toMatchObject({
      status: 202,
      body: "queued",
    });
    expect(server.received).toMatchObject([
      { method: "POST", url: "/hook", body: '{"device":"lamp"}', headers: { "content-type": "application/json" } },
    ]);
  });

  test.each([301, 302, 303, 307, 308])("follows no redirect: %i", async (status) => {
    await using server = await startServer(
      (_, response) => void response.writeHead(status, { location: "/next" }).end(),
    );
    const host = `127.0.0.1:${server.port}`;
    await expect(post(`http://${host}/hook`, { allowHosts: [host] })).rejects.toMatchObject({
      code: "upstream_error",
      message: expect.stringMatching(/not followed/),
    });
    expect(server.received.length).toBe(1);
  });

  test("ends at the hard limit, and says that it may have run", async () => {
    await using server = await startServer(() => {});
    const host = `127.0.0.1:${server.port}`;
    const error = await post(`http://${host}/hook`, { allowHosts: [host], timeoutMs: 200 }).catch(ToolError.from);
    expect(error).toMatchObject({ code: "unknown_outcome", message: expect.stringMatching(/more than 200 ms/) });
  });

  test("where nobody listens, nothing has run", async () => {
    const server = await startServer(() => {});
    const host = `127.0.0.1:${server.port}`;
    await server[Symbol.asyncDispose]();
    await expect(post(`http://${host}/hook`, { allowHosts: [host] })).rejects.toMatchObject({
      code: "upstream_unavailable",
    });
  });
});
